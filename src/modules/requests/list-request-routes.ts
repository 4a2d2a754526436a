import { invoiceCurrencyOf } from '#catalog/request-units.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { inDollarsOf } from './model/converted-amounts.ts';
import type { RequestPayQuery } from './model/route-query.ts';
import { FEE_PROVIDER } from './model/shown-payment.ts';
import { wireFeeType } from './model/wire-fee-type.ts';
import { type OrderForPayer, orderForPayer, routeChain } from './order-for-payer.ts';
import { readMarketRate } from './read-market-rate.ts';
import { invoiceOf } from './view-request.ts';

/** The name of the route that needs no bridge, by the public documentation. */
const OWN_ROUTE = 'REQUEST_NETWORK_PAYMENT';

/**
 * The ways in which a wallet could pay a request: so far the one on its own chain, in its own
 * token. Reads the price feeds alone, for fees of a conversion in dollars. Refuses as `orderForPayer` does.
 */
export async function listRequestRoutes(
  ctx: Context,
  asked: { readonly requestId: string; readonly query: RequestPayQuery },
) {
  const asOrdered = await orderForPayer(ctx, asked.requestId, asked.query);
  const { order } = asOrdered;
  const { decimals, symbol } = invoiceCurrencyOf({
    ...asOrdered.request,
    ...invoiceOf(asOrdered.request),
  });
  const fees = feesOf(asOrdered);
  const priced = await priceFees(ctx, asOrdered, fees);
  const feeUnits = fees.reduce((sum, { units }) => sum + units, 0n);
  const { platformFee } = order;
  return {
    routes: [
      {
        id: OWN_ROUTE,
        fee: Number(printAmount(feeUnits, decimals)),
        feeBreakdown: fees.map(({ type, units, to }) => ({
          type,
          stage: 'sending' as const,
          provider: FEE_PROVIDER,
          amount: printAmount(units, decimals),
          ...priced(units),
          currency: symbol,
          receiverAddress: to,
          network: order.chain.network.id,
        })),
        speed: 'FAST' as const,
        price_impact: 0,
        chain: routeChain(order.chain.network),
        token: order.currency.symbol,
      },
    ],
    ...(platformFee && { platformFee }),
  };
}

interface RatedFee {
  /** Missing where no rate is known. */
  readonly amountInUSD?: string;
  readonly rateProvider: 'chainlink' | 'unknown';
}

/** The fees in dollars, and the source of the rate; stablecoins of the dollar are one to one. */
async function priceFees(
  ctx: Context,
  { request }: OrderForPayer,
  fees: readonly unknown[],
): Promise<(units: bigint) => RatedFee> {
  const { conversion } = request;
  const isRated = conversion !== undefined && conversion.invoiceCurrencyId !== 'USD';
  const market = isRated && fees.length > 0 ? await readMarketRate(ctx, request) : undefined;
  const inDollars = inDollarsOf(request, market);
  return (units) => {
    const amountInUSD = inDollars(units);
    if (amountInUSD === null) return { rateProvider: 'unknown' };
    return { amountInUSD, rateProvider: isRated ? 'chainlink' : 'unknown' };
  };
}

/** What goes to others than the payee: in the slot of the payment, and by itself. */
function feesOf({ order, dueFees }: OrderForPayer) {
  const { feeUnits } = order.due;
  const slot =
    order.platformFee === undefined || feeUnits === 0n
      ? []
      : [{ type: 'platform' as const, units: feeUnits, to: order.platformFee.address }];
  const alone = dueFees.map(({ feeType, units, receiverAddress }) => ({
    type: wireFeeType(feeType),
    units,
    to: receiverAddress,
  }));
  return [...slot, ...alone];
}
