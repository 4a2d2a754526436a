import { type Currency, needsAllowanceReset } from '#catalog/currencies.ts';
import type { Call, Chain, PayerBalances } from '#chains/chain.ts';
import { addResources, type Resources } from '#kit/resources.ts';
import { type PayMetadata, payMetadata } from './model/pay-metadata.ts';
import type { PaymentOrder } from './payment-order.ts';
import { type Transaction, transactionOf } from './wire-transaction.ts';

/** A judged route by which an order is paid from another network. */
interface RouteStart {
  readonly order: PaymentOrder;
  /** Where it starts, and what it takes there. */
  readonly chain: Chain;
  readonly currency: Currency;
  readonly sourceUnits: bigint;
  readonly call: Call;
  /** What the call may use, as the provider says; undefined where it does not. */
  readonly resources: Resources | undefined;
}

/** What a payer signs on the network where a route starts. */
interface RouteCalldata {
  readonly transactions: Transaction[];
  /** Of the network and the token where the route starts. */
  readonly metadata: PayMetadata;
}

/**
 * The approval of exactly what a route takes, which always comes first, and its call; with what they require of the
 * wallet. `balances` are of the source token and the bridge, read on the network where the route starts.
 */
export async function routeCalldata(
  start: RouteStart,
  { payer, balances }: { readonly payer: string; readonly balances: PayerBalances },
): Promise<RouteCalldata> {
  const { chain, currency, sourceUnits, call, order } = start;
  const [token] = balances.tokens;
  const allowanceUnits = token?.allowanceUnits ?? 0n;
  const isReset = needsAllowanceReset(currency) && allowanceUnits > 0n;
  const approvals = isReset ? [0n, sourceUnits] : [sourceUnits];
  const prepared = await chain.prepare(
    approvals.map((units) => ({
      type: 'approval' as const,
      tokenAddress: currency.address,
      units,
      spender: 'bridge' as const,
    })),
    payer,
  );
  // A call through several contracts needs more than any payment here.
  const { conversion, token: plain } = chain.needs.payment;
  const ofCall = start.resources ?? addResources(conversion, plain, plain);
  const ofApprovals = approvals.map(() => chain.needs.approval);
  const metadata = payMetadata(
    {
      approvals: approvals.length,
      payments: 1,
      requiredUnits: sourceUnits,
      sourceUnits,
      amountUnits: sourceUnits,
      isConversion: true,
      currency,
      network: chain.network,
      feeLimits: chain.feeLimits,
      platformFee: order.platformFee,
      protocolFee: undefined,
      sponsorshipUnits: undefined,
    },
    {
      balanceUnits: token?.balanceUnits ?? 0n,
      allowanceUnits,
      nativeBalanceUnits: balances.nativeBalanceUnits,
      approvalFeeUnits: chain.networkFeeUnits(ofApprovals, balances.resources),
      networkFeeUnits: chain.networkFeeUnits([...ofApprovals, ofCall], balances.resources),
    },
  );
  return {
    transactions: [...prepared, call].map(transactionOf),
    metadata: { ...metadata, hasEnoughAllowance: allowanceUnits >= sourceUnits },
  };
}
