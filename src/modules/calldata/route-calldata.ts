import { type Currency, needsAllowanceReset } from '#catalog/currencies.ts';
import type {
  Call,
  Chain,
  PayerBalances,
  Spender,
  TokenBalance,
  TransactionStep,
} from '#chains/chain.ts';
import { addDecimals } from '#kit/amount.ts';
import { addResources, type Resources } from '#kit/resources.ts';
import { type PayMetadata, type PaySituation, payMetadata } from './model/pay-metadata.ts';
import { planApprovals } from './model/pay-plan.ts';
import type { PayingAccount, PermitOption } from './model/payer-kind.ts';
import {
  type OrderPayment,
  type PaymentOrder,
  paymentsOf,
  sponsorshipFeeOf,
} from './payment-order.ts';
import { type OfferedPermit, planPermit, readPermitTerms } from './permit-pull.ts';
import {
  callsOfPulls,
  holderTransactions,
  type Pulling,
  type PullPlan,
  planPulls,
} from './pull-tokens.ts';
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
  /** What the routes pay, in their order. */
  readonly orders: readonly PaymentOrder[];
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
  /** What the key signs before, by itself, whose tokens an account pays with; none where nothing is missing. */
  readonly holderTransactions: Transaction[];
  /** What the key may sign in place of them. */
  readonly permit?: OfferedPermit;
  /** Of the network and the token where the route starts. */
  readonly metadata: PayMetadata;
}

/** Who pays by routes, and what was read of them. */
interface RoutePayer {
  /** Whose tokens are paid. */
  readonly payer: string;
  /** Makes all calls as one transaction; undefined for a wallet that signs one by one. */
  readonly account?: PayingAccount | undefined;
  /** What the key with the tokens of the account may sign, or has signed, in place of an approval. */
  readonly permit?: PermitOption | undefined;
  /** Of the payer on the network where the routes start, of the token: what the bridge may take and, of fees beside the routes, the fee proxy; or what the account may. */
  readonly balances: PayerBalances;
  /** Returns what one coin of that network is worth, from `startCoinWorth`. */
  readonly coinWorth: () => Promise<bigint | undefined>;
}

/**
 * What pays by routes, and what it requires of the wallet: the approval of exactly what the routes take together, which always comes
 * first, one of the fees where the allowance falls short, the calls of the routes, then the payments of the fees. An account takes
 * the tokens before, and sets each allowance, as its transaction may be carried out much later.
 *
 * Refuses (409) fees to somebody who cannot be paid there; of a signed permit as `planPermit` does.
 */
export async function routeCalldata(
  start: RouteStart,
  { payer, account, permit, balances, coinWorth }: RoutePayer,
): Promise<RouteCalldata> {
  const { chain, routes, fees } = start;
  const sourceUnits = routes.reduce((sum, route) => sum + route.sourceUnits, 0n);
  const feePayments = fees === undefined ? [] : paymentsOf(fees, []);
  const feeUnits = feePayments.reduce((sum, one) => sum + one.requiredUnits, 0n);
  const requiredUnits = sourceUnits + feeUnits;
  const [balance, ofFees] = balances.tokens;
  const balanceUnits = balance?.balanceUnits ?? 0n;
  if (fees !== undefined) {
    const simulated = await simulatePayees(chain, [fees], payer);
    checkPayees(simulated, payer, () => balanceUnits >= requiredUnits);
  }
  const holder = account?.tokenHolder;
  const pulling = account && holder && { account: account.address, holder };
  const permitted =
    pulling && (await planRoutePull(start, { pulling, permit, requiredUnits, balance }));
  const pull = permitted?.pull;
  const known = account === undefined ? { ofRoutes: balance, ofFees } : undefined;
  const approvals = approvalsOf(start, { known, sourceUnits, feeUnits });
  const first: readonly TransactionStep[] = [...(pull?.pulls ?? []), ...approvals];
  const prepared = await chain.prepare(
    [...first, ...feePayments.map(({ payment }) => ({ type: 'payment' as const, payment }))],
    account?.address ?? payer,
  );
  const calls = routes.map(({ call }) => call);
  const planned = { approvals, feePayments, pull };
  const metadata = payMetadata(situationOf(start, { ...planned, requiredUnits }), {
    balanceUnits,
    allowanceUnits: balance?.allowanceUnits ?? 0n,
    nativeBalanceUnits: balances.nativeBalanceUnits,
    ...networkFees(start, { ...planned, balances }),
    coinDollarUnits: await coinWorth(),
    isExecutedByOthers: account !== undefined && holder === undefined,
  });
  const hasEnoughAllowance =
    (balance?.allowanceUnits ?? 0n) >= sourceUnits && (ofFees?.allowanceUnits ?? 0n) >= feeUnits;
  return {
    transactions: [
      ...prepared.slice(0, first.length),
      ...calls,
      ...prepared.slice(first.length),
    ].map(transactionOf),
    holderTransactions: await holderTransactions(chain, pull, holder),
    ...(permitted?.permit && { permit: permitted.permit }),
    metadata: pull === undefined ? { ...metadata, hasEnoughAllowance } : metadata,
  };
}

interface RoutePull {
  readonly pulling: Pulling;
  readonly permit: PermitOption | undefined;
  readonly requiredUnits: bigint;
  readonly balance: TokenBalance | undefined;
}

/** What an account takes of a key for routes and fees, and what the key may sign in place of an approval. */
async function planRoutePull(
  { chain, currency, orders }: RouteStart,
  { pulling, permit, requiredUnits, balance }: RoutePull,
) {
  const paymentReferences = orders.map(({ paymentReference }) => paymentReference);
  const permitCase = { chain, tokens: [currency], paymentReferences, pulling, permit };
  const terms = await readPermitTerms(permitCase);
  const plan = planPulls(pulling, [{ currency, requiredUnits, balance }]);
  return await planPermit(plan, permitCase, { terms, units: requiredUnits });
}

interface Allowances {
  /** Undefined of an account, whose allowances are set again. */
  readonly known:
    | { readonly ofRoutes: TokenBalance | undefined; readonly ofFees: TokenBalance | undefined }
    | undefined;
  readonly sourceUnits: bigint;
  readonly feeUnits: bigint;
}

/** The steps that let the bridge take exactly what the routes take, and the fee proxy what the fees take. */
function approvalsOf(
  { currency }: RouteStart,
  { known, sourceUnits, feeUnits }: Allowances,
): readonly ApprovalStep[] {
  const resetsAllowance = needsAllowanceReset(currency);
  const isReset =
    resetsAllowance && (known === undefined || (known.ofRoutes?.allowanceUnits ?? 0n) > 0n);
  const ofFees = { requiredUnits: feeUnits, resetsAllowance };
  const forFees =
    feeUnits === 0n
      ? []
      : planApprovals({ ...ofFees, allowanceUnits: known && (known.ofFees?.allowanceUnits ?? 0n) });
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
  /** Of an account that takes the tokens of a key. */
  readonly pull: PullPlan | undefined;
}

function situationOf(
  { chain, currency, routes, orders, platformFee, protocolFee }: RouteStart,
  { approvals, feePayments, pull, requiredUnits }: Planned & { readonly requiredUnits: bigint },
): PaySituation {
  const ofSponsorship = orders.flatMap((order) => sponsorshipFeeOf(order) ?? []);
  return {
    approvals: approvals.length,
    eoaApprovals: pull?.eoaApprovals,
    pulls: pull?.pulls.length,
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
    sponsorshipFeeUsd: ofSponsorship.length === 0 ? undefined : addDecimals(ofSponsorship),
  };
}

/** What the network takes of its coin. A call through several contracts needs more than any payment here. */
function networkFees(
  { chain, routes }: RouteStart,
  { approvals, feePayments, pull, balances }: Planned & { readonly balances: PayerBalances },
) {
  const { conversion, token: plain } = chain.needs.payment;
  const ofCalls = routes.map(
    ({ resources }) => resources ?? addResources(conversion, plain, plain),
  );
  const { approval } = chain.needs;
  // Those of an account are part of its one transaction; taking the tokens needs no more than an approval.
  const ofApprovals = (pull?.approvals ?? approvals).map(() => approval);
  const ofPull =
    pull === undefined ? [] : [...callsOfPulls(pull), ...approvals].map(() => approval);
  const all = [...ofApprovals, ...ofPull, ...ofCalls, ...feePayments.map(() => plain)];
  return {
    approvalFeeUnits: chain.networkFeeUnits(ofApprovals, balances.resources),
    networkFeeUnits: chain.networkFeeUnits(all, balances.resources),
  };
}
