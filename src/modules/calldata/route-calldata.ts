import { type Currency, needsAllowanceReset } from '#catalog/currencies.ts';
import type { Call, Chain, PayerBalances } from '#chains/chain.ts';
import { addResources, type Resources } from '#kit/resources.ts';
import { type PayMetadata, payMetadata } from './model/pay-metadata.ts';
import type { PaymentOrder } from './payment-order.ts';
import { type Transaction, transactionOf } from './wire-transaction.ts';

/** Judged routes from one token of another network. */
interface RouteStart {
  /** Where they start. */
  readonly chain: Chain;
  readonly currency: Currency;
  /** In the order in which they are signed; at least one. */
  readonly routes: readonly RouteCall[];
  /** Of the one payment that is made. */
  readonly platformFee?: PaymentOrder['platformFee'];
}

/** The call of one route, and what it takes. */
interface RouteCall {
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
 * The approval of exactly what the routes take together, which always comes first, and their calls; with what they require of
 * the wallet. `balances` are of the source token and the bridge, read on the network where the route starts.
 */
export async function routeCalldata(
  start: RouteStart,
  { payer, balances }: { readonly payer: string; readonly balances: PayerBalances },
): Promise<RouteCalldata> {
  const { chain, currency, routes, platformFee } = start;
  const sourceUnits = routes.reduce((sum, route) => sum + route.sourceUnits, 0n);
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
  const ofCalls = routes.map(
    ({ resources }) => resources ?? addResources(conversion, plain, plain),
  );
  const ofApprovals = approvals.map(() => chain.needs.approval);
  const metadata = payMetadata(
    {
      approvals: approvals.length,
      payments: routes.length,
      requiredUnits: sourceUnits,
      sourceUnits,
      amountUnits: sourceUnits,
      isConversion: true,
      currency,
      network: chain.network,
      feeLimits: chain.feeLimits,
      platformFee,
      protocolFee: undefined,
      sponsorshipUnits: undefined,
    },
    {
      balanceUnits: token?.balanceUnits ?? 0n,
      allowanceUnits,
      nativeBalanceUnits: balances.nativeBalanceUnits,
      approvalFeeUnits: chain.networkFeeUnits(ofApprovals, balances.resources),
      networkFeeUnits: chain.networkFeeUnits([...ofApprovals, ...ofCalls], balances.resources),
    },
  );
  return {
    transactions: [...prepared, ...routes.map(({ call }) => call)].map(transactionOf),
    metadata: { ...metadata, hasEnoughAllowance: allowanceUnits >= sourceUnits },
  };
}
