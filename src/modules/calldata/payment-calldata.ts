import { needsAllowanceReset } from '#catalog/currencies.ts';
import type { PayerFacts, Rate, TransactionStep } from '#chains/chain.ts';
import { atomicSteps, isDivisible } from './atomic-payment.ts';
import { type PayMetadata, payMetadata } from './model/pay-metadata.ts';
import { planApprovals } from './model/pay-plan.ts';
import { checkPayerIsNoPayee } from './model/payer-is-payee.ts';
import {
  askRates,
  type OrderPayment,
  type PaymentOrder,
  paymentsOf,
  spenderOf,
} from './payment-order.ts';
import { checkRates } from './stale-feeds.ts';
import { checkPayees, tryPayees } from './try-payees.ts';
import { type Transaction, transactionOf } from './wire-transaction.ts';

/** What a payer signs and sends, in this order. */
export interface PaymentCalldata {
  /** Approvals, the payment, then a payment for each fee that is paid by itself. */
  readonly transactions: Transaction[];
  /** The same payments as one call behind its approvals; only where that was asked for and can be offered. */
  readonly atomicTransactions?: Transaction[];
  readonly metadata: PayMetadata;
  /** At which a conversion was worked out; undefined for the others. */
  readonly rate: Rate | undefined;
}

/**
 * The transactions that pay an order from a wallet, and what they ask of it. The chain is asked
 * once, for everything together; about a wallet only where there is one, and without one the
 * approval is prepared too, because nothing says that it is not needed.
 *
 * Refuses (400) a conversion without a rate that is fresh enough, and (409) a payment that would revert
 * because of who is paid or who pays, and one to the wallet itself. Throws `Outage` when no node answers.
 */
export async function paymentCalldata(
  order: PaymentOrder,
  wallet?: string | undefined,
  { offersAtomic = false }: { readonly offersAtomic?: boolean } = {},
): Promise<PaymentCalldata> {
  const { chain } = order;
  if (wallet !== undefined) checkPayerIsNoPayee([order], wallet);
  // Without a wallet its allowance towards the batch contract is not known, so none can be lowered.
  const isAtomic = offersAtomic && wallet !== undefined && isDivisible(order);
  const own = tokenAsks(order);
  const ofBatch = isAtomic ? own.map((ask) => ({ ...ask, spender: 'batch' as const })) : [];
  // Asked in the same breath, all travel in one request.
  const [facts, [rates = []], tried, contract] = await Promise.all([
    wallet === undefined ? undefined : chain.readPayerFacts(wallet, [...own, ...ofBatch]),
    askRates(chain, [order]),
    wallet === undefined ? [] : tryPayees(chain, [order], wallet),
    isAtomic ? chain.readBatchContract() : undefined,
  ]);
  await checkRates([order], [rates]);
  const payments = paymentsOf(order, rates);
  const requiredUnits = sumOf(payments.map((one) => one.requiredUnits));
  if (facts !== undefined && wallet !== undefined) {
    checkPayees(tried, wallet, () => balanceOf(facts) >= requiredUnits);
  }
  const approvals = approvalsOf(order, { requiredUnits, facts });
  const allowanceUnits = facts?.tokens[own.length]?.allowanceUnits;
  const atomic = contract && atomicSteps(order, { payments, contract, allowanceUnits });
  const steps: readonly TransactionStep[] = [
    ...approvals,
    ...payments.map(({ payment }) => ({ type: 'payment' as const, payment })),
  ];
  const prepared = await chain.prepare([...steps, ...(atomic ?? [])], wallet);
  const transactions = prepared.map(transactionOf);
  return {
    transactions: transactions.slice(0, steps.length),
    ...(atomic && { atomicTransactions: transactions.slice(steps.length) }),
    metadata: metadataOf(order, { approvals: approvals.length, payments, requiredUnits, facts }),
    rate: rates[0],
  };
}

/** Lets the contract take the token, where it does not or may not yet; the native coin needs none. */
function approvalsOf(
  order: PaymentOrder,
  {
    requiredUnits,
    facts,
  }: { readonly requiredUnits: bigint; readonly facts: PayerFacts | undefined },
) {
  const { currency } = order;
  const spender = spenderOf(order);
  if (spender === undefined) return [];
  return planApprovals({
    requiredUnits,
    allowanceUnits: facts?.tokens[0]?.allowanceUnits,
    resetsAllowance: needsAllowanceReset(currency),
  }).map((units) => ({
    type: 'approval' as const,
    tokenAddress: currency.address,
    units,
    spender,
  }));
}

/** What a wallet has of what an order moves. */
function balanceOf({ tokens: [token], nativeBalanceUnits }: PayerFacts): bigint {
  return token?.balanceUnits ?? nativeBalanceUnits;
}

/** Which of a wallet's tokens an order is about: one, or none for the native coin. */
function tokenAsks(order: PaymentOrder) {
  const spender = spenderOf(order);
  return spender === undefined ? [] : [{ tokenAddress: order.currency.address, spender }];
}

interface Planned {
  readonly approvals: number;
  readonly payments: readonly OrderPayment[];
  readonly requiredUnits: bigint;
  readonly facts: PayerFacts | undefined;
}

function metadataOf(order: PaymentOrder, planned: Planned): PayMetadata {
  const { chain, currency, kind, due } = order;
  const { approvals, payments, requiredUnits, facts } = planned;
  const sourceUnits = sumOf(payments.map((one) => one.sourceUnits));
  const situation = {
    approvals,
    payments: payments.length,
    requiredUnits,
    sourceUnits,
    amountUnits: kind === 'conversion' ? shareOfMain(order, payments) : due.amountUnits,
    isConversion: kind === 'conversion',
    currency,
    network: chain.network,
    platformFee: order.platformFee,
    protocolFee: order.protocolFee,
  };
  return payMetadata(situation, facts && payerSituation(order, { approvals, payments, facts }));
}

function payerSituation(
  { chain: { needs, networkFeeUnits }, kind }: PaymentOrder,
  { approvals, payments, facts }: Omit<Planned, 'requiredUnits'> & { readonly facts: PayerFacts },
) {
  const ofApprovals = Array.from({ length: approvals }, () => needs.approval);
  const all = [...ofApprovals, ...payments.map(() => needs.payment[kind])];
  return {
    balanceUnits: balanceOf(facts),
    allowanceUnits: facts.tokens[0]?.allowanceUnits,
    nativeBalanceUnits: facts.nativeBalanceUnits,
    approvalFeeUnits: networkFeeUnits(ofApprovals, facts.resources),
    networkFeeUnits: networkFeeUnits(all, facts.resources),
  };
}

/** What the payee receives of a conversion, in the token, at the rate of this moment. */
function shareOfMain({ due }: PaymentOrder, payments: readonly OrderPayment[]): bigint {
  const whole = due.amountUnits + due.feeUnits;
  return whole === 0n ? 0n : ((payments[0]?.sourceUnits ?? 0n) * due.amountUnits) / whole;
}

function sumOf(units: readonly bigint[]): bigint {
  return units.reduce((sum, one) => sum + one, 0n);
}
