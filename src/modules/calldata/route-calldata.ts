import { type Currency, needsAllowanceReset } from '#catalog/currencies.ts';
import type {
  Call,
  Chain,
  PayerBalances,
  Spender,
  TokenBalance,
  TransactionStep,
} from '#chains/chain.ts';
import { addResources, type Resources } from '#kit/resources.ts';
import { type PayMetadata, type PaySituation, payMetadata } from './model/pay-metadata.ts';
import { planApprovals } from './model/pay-plan.ts';
import { type OrderPayment, type PaymentOrder, paymentsOf } from './payment-order.ts';
import { checkPayees, simulatePayees } from './simulate-payees.ts';
import { type Transaction, transactionOf } from './wire-transaction.ts';

type ApprovalStep = Extract<TransactionStep, { readonly type: 'approval' }>;

/** Judged routes from one token of another network. */
interface RouteStart extends Pick<PaymentOrder, 'platformFee' | 'protocolFee'> {
  /** Where they start. */
  readonly chain: Chain;
  readonly currency: Currency;
  /** In the order in which they are signed; at least one. */
  readonly routes: readonly RouteCall[];
  /** Pays fees that are paid by themselves, where the routes start; undefined without any. */
  readonly fees?: PaymentOrder | undefined;
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
 * What pays by routes, and what it requires of the wallet: the approval of exactly what the routes take together, which always comes
 * first, one of the fees where the allowance falls short, the calls of the routes, then the payments of the fees. `balances` are of the
 * source token and the bridge, and of the fee proxy where there are fees, read on the network where the routes start.
 *
 * Refuses (409) fees to somebody who cannot be paid there.
 */
export async function routeCalldata(
  start: RouteStart,
  { payer, balances }: { readonly payer: string; readonly balances: PayerBalances },
): Promise<RouteCalldata> {
  const { chain, routes, fees } = start;
  const sourceUnits = routes.reduce((sum, route) => sum + route.sourceUnits, 0n);
  const feePayments = fees === undefined ? [] : paymentsOf(fees, []);
  const feeUnits = feePayments.reduce((sum, one) => sum + one.requiredUnits, 0n);
  const requiredUnits = sourceUnits + feeUnits;
  const [token, ofFees] = balances.tokens;
  const balanceUnits = token?.balanceUnits ?? 0n;
  if (fees !== undefined) {
    const simulated = await simulatePayees(chain, [fees], payer);
    checkPayees(simulated, payer, () => balanceUnits >= requiredUnits);
  }
  const approvals = approvalsOf(start, { ofRoutes: token, sourceUnits, ofFees, feeUnits });
  const prepared = await chain.prepare(
    [...approvals, ...feePayments.map(({ payment }) => ({ type: 'payment' as const, payment }))],
    payer,
  );
  const calls = routes.map(({ call }) => call);
  const metadata = payMetadata(situationOf(start, { approvals, feePayments, requiredUnits }), {
    balanceUnits,
    allowanceUnits: token?.allowanceUnits ?? 0n,
    nativeBalanceUnits: balances.nativeBalanceUnits,
    ...networkFees(start, { approvals, feePayments, balances }),
    isExecutedByOthers: false,
  });
  const hasEnoughAllowance =
    (token?.allowanceUnits ?? 0n) >= sourceUnits && (ofFees?.allowanceUnits ?? 0n) >= feeUnits;
  return {
    transactions: [
      ...prepared.slice(0, approvals.length),
      ...calls,
      ...prepared.slice(approvals.length),
    ].map(transactionOf),
    metadata: { ...metadata, hasEnoughAllowance },
  };
}

interface Allowances {
  readonly ofRoutes: TokenBalance | undefined;
  readonly sourceUnits: bigint;
  readonly ofFees: TokenBalance | undefined;
  readonly feeUnits: bigint;
}

/** The steps that let the bridge take exactly what the routes take, and the fee proxy what the fees take. */
function approvalsOf(
  { currency }: RouteStart,
  { ofRoutes, sourceUnits, ofFees, feeUnits }: Allowances,
): readonly ApprovalStep[] {
  const resetsAllowance = needsAllowanceReset(currency);
  const isReset = resetsAllowance && (ofRoutes?.allowanceUnits ?? 0n) > 0n;
  const forFees = planApprovals({
    requiredUnits: feeUnits,
    allowanceUnits: ofFees?.allowanceUnits ?? 0n,
    resetsAllowance,
  });
  const step = (units: bigint, spender: Spender) =>
    ({ type: 'approval', tokenAddress: currency.address, units, spender }) as const;
  return [
    ...(isReset ? [0n, sourceUnits] : [sourceUnits]).map((units) => step(units, 'bridge')),
    ...forFees.map((units) => step(units, 'fee_proxy')),
  ];
}

interface Planned {
  readonly approvals: readonly ApprovalStep[];
  readonly feePayments: readonly OrderPayment[];
}

function situationOf(
  { chain, currency, routes, platformFee, protocolFee }: RouteStart,
  { approvals, feePayments, requiredUnits }: Planned & { readonly requiredUnits: bigint },
): PaySituation {
  return {
    approvals: approvals.length,
    payments: routes.length + feePayments.length,
    requiredUnits,
    sourceUnits: requiredUnits,
    amountUnits: requiredUnits,
    isConversion: true,
    currency,
    network: chain.network,
    feeLimits: chain.feeLimits,
    platformFee,
    protocolFee,
    sponsorshipUnits: undefined,
  };
}

/** What the network takes of its coin. A call through several contracts needs more than any payment here. */
function networkFees(
  { chain, routes }: RouteStart,
  { approvals, feePayments, balances }: Planned & { readonly balances: PayerBalances },
) {
  const { conversion, token: plain } = chain.needs.payment;
  const ofCalls = routes.map(
    ({ resources }) => resources ?? addResources(conversion, plain, plain),
  );
  const ofApprovals = approvals.map(() => chain.needs.approval);
  const all = [...ofApprovals, ...ofCalls, ...feePayments.map(() => plain)];
  return {
    approvalFeeUnits: chain.networkFeeUnits(ofApprovals, balances.resources),
    networkFeeUnits: chain.networkFeeUnits(all, balances.resources),
  };
}
