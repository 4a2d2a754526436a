import { needsAllowanceReset } from '#catalog/currencies.ts';
import type { PayerBalances, Rate, TransactionStep } from '#chains/chain.ts';
import { atomicSteps, isDivisible } from './atomic-payment.ts';
import { type PayMetadata, payMetadata } from './model/pay-metadata.ts';
import { planApprovals } from './model/pay-plan.ts';
import type { PayerKind } from './model/payer-kind.ts';
import {
  type OrderPayment,
  type PaymentOrder,
  paymentsOf,
  queryRates,
  spenderOf,
  sponsorshipFeeOf,
} from './payment-order.ts';
import { type OfferedPermit, planPermit, readPermitTerms } from './permit-pull.ts';
import {
  callsOfPulls,
  checkPayer,
  holderTransactions,
  type PullPlan,
  planPulls,
} from './pull-tokens.ts';
import { startCoinWorth } from './read-coin-worth.ts';
import { checkPayees, simulatePayees } from './simulate-payees.ts';
import { checkRates } from './stale-feeds.ts';
import { type Transaction, transactionOf } from './wire-transaction.ts';

/** What a payer signs and sends, in this order. */
export interface PaymentCalldata {
  /** Approvals, the payment, then a payment for each fee that is paid by itself. */
  readonly transactions: Transaction[];
  /** The same payments as one call behind its approvals; only where that was requested and is possible. */
  readonly atomicTransactions?: Transaction[];
  /** What the key signs before, by itself, whose tokens an account pays with; none where nothing is missing. */
  readonly holderTransactions: Transaction[];
  readonly metadata: PayMetadata;
  /** What the key may sign in place of them. */
  readonly permit?: OfferedPermit;
  /** At which a conversion was worked out; undefined for the others. */
  readonly rate: Rate | undefined;
}

/** What a payer is to sign, before it is written as transactions. */
interface PaymentPlan {
  /** Of an account that pays with the tokens of a key. */
  readonly pull: PullPlan | undefined;
  readonly permit?: OfferedPermit;
  /** Of such an account what takes the tokens; approvals, the payment, then a payment for each fee that is paid by itself. */
  readonly steps: readonly TransactionStep[];
  /** The same payments as one call behind its approvals; undefined where that was not requested or is not possible. */
  readonly atomicSteps: readonly TransactionStep[] | undefined;
  readonly metadata: PayMetadata;
  readonly rate: Rate | undefined;
}

interface PlanOptions extends PayerKind {
  readonly offersAtomic?: boolean;
}

/**
 * The transactions that pay an order from a wallet, and what they require of it. Refuses and throws as `planPayment` does.
 */
export async function paymentCalldata(
  order: PaymentOrder,
  wallet?: string | undefined,
  options: PlanOptions = {},
): Promise<PaymentCalldata> {
  const planned = await planPayment(order, wallet, options);
  const { steps, atomicSteps, pull, permit, metadata, rate } = planned;
  const prepared = await order.chain.prepare([...steps, ...(atomicSteps ?? [])], wallet);
  const transactions = prepared.map(transactionOf);
  return {
    transactions: transactions.slice(0, steps.length),
    ...(atomicSteps && { atomicTransactions: transactions.slice(steps.length) }),
    holderTransactions: await holderTransactions(order.chain, pull, options.tokenHolder),
    ...(permit && { permit }),
    metadata,
    rate,
  };
}

/**
 * What pays an order from a wallet, and what it requires of it. The chain is read
 * once, for everything together; about a wallet only where there is one, and without one the
 * approval is planned too, because it may be needed.
 *
 * Refuses (400) a conversion without a rate that is fresh enough, and (409) a payment that would revert
 * because of who is paid or who pays, and one to the wallet itself; of a signed permit as `planPermit` does. Throws `Outage` when no node answers.
 */
export async function planPayment(
  order: PaymentOrder,
  wallet: string | undefined,
  { offersAtomic = false, isSafe = false, tokenHolder, permit }: PlanOptions = {},
): Promise<PaymentPlan> {
  const { chain } = order;
  const pulling = checkPayer([order], wallet, tokenHolder);
  const source = tokenHolder?.address ?? wallet;
  // Without a wallet its allowance towards the batch contract is not known, so none can be lowered.
  const isAtomic = offersAtomic && wallet !== undefined && isDivisible(order);
  const own = tokenQueries(order, pulling?.account);
  const ofBatch = isAtomic ? own.map((query) => ({ ...query, spender: 'batch' as const })) : [];
  const permitCase = {
    ...{ chain, tokens: [order.currency], pulling, permit },
    paymentReferences: [order.paymentReference],
  };
  // Called in the same tick, all share one request.
  const [balances, [rates = []], simulated, contract, terms, coinWorth] = await Promise.all([
    source === undefined ? undefined : chain.readPayerBalances(source, [...own, ...ofBatch]),
    queryRates(chain, [order]),
    source === undefined ? [] : simulatePayees(chain, [order], source),
    isAtomic ? chain.readBatchContract() : undefined,
    readPermitTerms(permitCase),
    source === undefined ? undefined : startCoinWorth(chain),
  ]);
  await checkRates([order], [rates]);
  const payments = paymentsOf(order, rates);
  const requiredUnits = sumOf(payments.map((one) => one.requiredUnits));
  if (balances !== undefined && source !== undefined) {
    checkPayees(simulated, source, () => balanceOf(balances) >= requiredUnits);
  }
  // An account sets each allowance again, because its transactions may be carried out much later.
  const known = isSafe || pulling !== undefined ? undefined : balances;
  const approvals = approvalsOf(order, { requiredUnits, balances: known });
  const { currency } = order;
  const planned =
    pulling && planPulls(pulling, [{ currency, requiredUnits, balance: balances?.tokens[0] }]);
  const permitted =
    planned && (await planPermit(planned, permitCase, { terms, units: requiredUnits }));
  const pull = permitted?.pull;
  const allowanceUnits = balances?.tokens[own.length]?.allowanceUnits;
  const coinDollarUnits = await coinWorth?.();
  return {
    ...permitted,
    pull,
    steps: [
      ...(pull?.pulls ?? []),
      ...approvals,
      ...payments.map(({ payment }) => ({ type: 'payment' as const, payment })),
    ],
    atomicSteps: contract && atomicSteps(order, { payments, contract, allowanceUnits }),
    metadata: metadataOf(order, {
      approvals: approvals.length,
      payments,
      requiredUnits,
      balances,
      coinDollarUnits,
      isSafe,
      pull,
    }),
    rate: rates[0],
  };
}

/** Lets the contract take the token, where it does not or may not yet; the native coin needs none. */
function approvalsOf(
  order: PaymentOrder,
  {
    requiredUnits,
    balances,
  }: { readonly requiredUnits: bigint; readonly balances: PayerBalances | undefined },
) {
  const { currency } = order;
  const spender = spenderOf(order);
  if (spender === undefined) return [];
  return planApprovals({
    requiredUnits,
    allowanceUnits: balances?.tokens[0]?.allowanceUnits,
    resetsAllowance: needsAllowanceReset(currency),
  }).map((units) => ({
    type: 'approval' as const,
    tokenAddress: currency.address,
    units,
    spender,
  }));
}

/** What a wallet has of what an order moves. */
function balanceOf({ tokens: [token], nativeBalanceUnits }: PayerBalances): bigint {
  return token?.balanceUnits ?? nativeBalanceUnits;
}

/** Which of a wallet's tokens an order is about: one, or none for the native coin. */
function tokenQueries(order: PaymentOrder, account: string | undefined) {
  const proxy = spenderOf(order);
  if (proxy === undefined) return [];
  const spender = account === undefined ? proxy : { account };
  return [{ tokenAddress: order.currency.address, spender }];
}

interface Planned {
  readonly approvals: number;
  readonly payments: readonly OrderPayment[];
  readonly requiredUnits: bigint;
  readonly balances: PayerBalances | undefined;
  readonly coinDollarUnits: bigint | undefined;
  readonly isSafe: boolean;
  readonly pull: PullPlan | undefined;
}

function metadataOf(order: PaymentOrder, planned: Planned): PayMetadata {
  const { chain, currency, kind, due } = order;
  const { approvals, payments, requiredUnits, balances, pull } = planned;
  const sourceUnits = sumOf(payments.map((one) => one.sourceUnits));
  const situation = {
    approvals,
    payments: payments.length,
    pulls: pull?.pulls.length,
    eoaApprovals: pull?.eoaApprovals,
    requiredUnits,
    sourceUnits,
    amountUnits: kind === 'conversion' ? shareOfMain(order, payments) : due.amountUnits,
    isConversion: kind === 'conversion',
    currency,
    network: chain.network,
    feeLimits: chain.feeLimits,
    platformFee: order.platformFee,
    protocolFee: order.protocolFee,
    sponsorshipFeeUsd: sponsorshipFeeOf(order),
  };
  return payMetadata(situation, balances && payerSituation(order, { ...planned, balances }));
}

function payerSituation(
  { chain: { needs, networkFeeUnits }, kind }: PaymentOrder,
  {
    approvals,
    payments,
    balances,
    coinDollarUnits,
    isSafe,
    pull,
  }: Planned & { readonly balances: PayerBalances },
) {
  const ofAll = Array.from({ length: approvals }, () => needs.approval);
  // Those of an account are part of its one transaction; taking the tokens needs no more than an approval.
  const ofApprovals = pull?.approvals.map(() => needs.approval) ?? ofAll;
  const ofPull =
    pull === undefined ? [] : [...ofAll, ...callsOfPulls(pull).map(() => needs.approval)];
  const all = [...ofApprovals, ...ofPull, ...payments.map(() => needs.payment[kind])];
  return {
    balanceUnits: balanceOf(balances),
    allowanceUnits: balances.tokens[0]?.allowanceUnits,
    nativeBalanceUnits: balances.nativeBalanceUnits,
    approvalFeeUnits: networkFeeUnits(ofApprovals, balances.resources),
    networkFeeUnits: networkFeeUnits(all, balances.resources),
    coinDollarUnits,
    isExecutedByOthers: isSafe,
  };
}

/** What the payee receives of a conversion, in the token, at the rate of this moment. */
function shareOfMain({ due }: PaymentOrder, payments: readonly OrderPayment[]): bigint {
  const full = due.amountUnits + due.feeUnits;
  return full === 0n ? 0n : ((payments[0]?.sourceUnits ?? 0n) * due.amountUnits) / full;
}

function sumOf(units: readonly bigint[]): bigint {
  return units.reduce((sum, one) => sum + one, 0n);
}
