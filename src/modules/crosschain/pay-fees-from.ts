import type { Currency } from '#catalog/currencies.ts';
import { type PaymentOrder, paymentCalldata } from '#modules/calldata/index.ts';
import { type CountingContext, countRoute } from './count-route.ts';
import { checkReceivers } from './model/contract-accounts.ts';
import { sourceFeeUnits } from './model/source-fees.ts';
import {
  feeOrderOf,
  feesInDollars,
  type RoutePayer,
  type SourceFee,
  sourceChainOf,
} from './pay-by-route.ts';
import { noRoute, type RouteContext } from './quote-route.ts';
import { readAccounts } from './read-accounts.ts';

/** An order of nothing but fees, and from which token of another network who pays them. */
interface FeesPayment<Fee extends SourceFee> extends RoutePayer {
  readonly order: PaymentOrder;
  readonly source: Currency;
  /** The fees as they are paid there; called once nothing stands against it. */
  readonly openFees: () => Promise<readonly Fee[]>;
}

/**
 * What a wallet signs to pay the fees that something was paid without, from another network: no route, as they are paid where
 * the wallet pays. `fees` are those, in the order of their payments.
 *
 * Refuses (400) a source whose network is not connected, fees and sources that are no dollars, and receivers that are
 * contracts; (409) who cannot be paid there; (429) to be asked more often than payers need. Throws `Outage` where a node does not answer.
 */
export async function payFeesFrom<Fee extends SourceFee>(
  ctx: RouteContext & CountingContext,
  { order, source, payer, account, permit, openFees }: FeesPayment<Fee>,
) {
  const chain = sourceChainOf(ctx, source);
  const { amountUnits } = order.due;
  const { paymentReference, payeeAddress: receiverAddress, feeLegs = [] } = order;
  const all = [{ amountUnits, paymentReference, receiverAddress }, ...feeLegs];
  const isInDollars = sourceFeeUnits(all, order.currency, source) !== undefined;
  if (order.kind !== 'token' || !isInDollars) throw feesInDollars();
  await countRoute(ctx, order);
  const asked = { order: { ...order, feeLegs: all }, payer, source: chain };
  checkReceivers(await readAccounts(ctx, asked), order.chain.network);
  const fees = await openFees();
  const due = feeOrderOf({ chain, currency: source }, fees);
  if (due === undefined) throw noRoute('Nothing is left to pay');
  const { platformFee, protocolFee } = order;
  const { rate: _, ...prepared } = await paymentCalldata(
    { ...due, platformFee, protocolFee },
    account?.address ?? payer,
    {
      isSafe: account !== undefined && account.tokenHolder === undefined,
      tokenHolder: account?.tokenHolder,
      permit,
    },
  );
  return { ...prepared, fees };
}
