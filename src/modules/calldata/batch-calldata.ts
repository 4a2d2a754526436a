import { NO_FEE_ADDRESS } from '#catalog/contracts.ts';
import { type Currency, needsAllowanceReset } from '#catalog/currencies.ts';
import type {
  BatchStep,
  Chain,
  ChainPayment,
  PayerBalances,
  Rate,
  ResourcePrices,
  TransactionStep,
} from '#chains/chain.ts';
import { invariant, refuseField } from '#kit/failure.ts';
import { addResources, type Resources } from '#kit/resources.ts';
import { type BatchMetadata, batchMetadata } from './model/batch-metadata.ts';
import { type BatchItem, type PlannedBatch, planBatches } from './model/batch-plan.ts';
import { type EoaMetadata, eoaMetadata } from './model/pay-metadata.ts';
import { bpsOf, planApprovals } from './model/pay-plan.ts';
import type { PayerKind } from './model/payer-kind.ts';
import {
  type OrderPayment,
  type PaymentOrder,
  payableShapeOf,
  paymentsOf,
  queryRates,
} from './payment-order.ts';
import { type OfferedPermit, type PermitCase, planPermit, readPermitTerms } from './permit-pull.ts';
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

/** What a payer signs to pay many orders. */
export interface BatchCalldata {
  /** Of an account that pays with the tokens of a key: what takes them, before all others. */
  readonly pulls: Transaction[];
  /** What the key signs before, by itself; none where nothing is missing. */
  readonly holderTransactions: Transaction[];
  /** What the key may sign in place of them. */
  readonly permit?: OfferedPermit;
  /** What metadata says of that; empty for other wallets. */
  readonly eoa: EoaMetadata;
  /** Come first: one for every token, or two where an old allowance has to be cleared. */
  readonly approvals: Transaction[];
  /** Each pays its orders or nothing; one after another they pay all. */
  readonly batches: {
    readonly transaction: Transaction;
    readonly orderIndexes: readonly number[];
    /** Its assumed gas, with a margin. */
    readonly resources: Resources;
  }[];
  /** What the approvals and then the batches do, before it is written as transactions. */
  readonly steps: readonly TransactionStep[];
  /** Only of a wallet. */
  readonly metadata?: BatchMetadata;
  /** At which each order was worked out; undefined where nothing is converted. */
  readonly rates: readonly (Rate | undefined)[];
}

/** An order with the payments that it takes: its own and those of its fees. */
interface Planned {
  readonly order: PaymentOrder;
  readonly payments: readonly OrderPayment[];
}

/** A transaction before it is encoded. */
interface Bundle extends PlannedBatch {
  readonly payments: readonly OrderPayment[];
}

/**
 * The transactions that pay orders of one network through its batch contract: approvals towards that
 * contract, then as few batches as the limits of a transaction allow. The chain is read once, for
 * everything together; without a wallet all approvals are prepared, and nothing about a wallet is returned.
 *
 * Refuses (400) a conversion without a rate that is fresh enough, and (409) a batch that would revert
 * because of who is paid or who pays, and one that pays the wallet itself; of an account that takes the tokens of a key also (400) more than
 * one transaction can pay, and a signed permit as `planPermit` does. Throws `Outage` when no node answers.
 */
export async function batchCalldata(
  orders: readonly PaymentOrder[],
  wallet?: string | undefined,
  { isSafe = false, tokenHolder, permit }: PayerKind = {},
): Promise<BatchCalldata> {
  const chain = chainOfAll(orders);
  const pulling = checkPayer(orders, wallet, tokenHolder);
  const source = tokenHolder?.address ?? wallet;
  const tokens = tokensOf(orders);
  const queries = tokens.map(({ address: tokenAddress }) => ({
    tokenAddress,
    spender: pulling === undefined ? ('batch' as const) : { account: pulling.account },
  }));
  const paymentReferences = orders.map((order) => order.paymentReference);
  const permitCase = { chain, tokens, paymentReferences, pulling, permit };
  // Called in the same tick, all share one request.
  const [balances, rates, batchFeeBps, simulated, terms, coinWorth] = await Promise.all([
    source === undefined ? undefined : chain.readPayerBalances(source, queries),
    queryRates(chain, orders),
    chain.readBatchFeeBps(),
    source === undefined ? [] : simulatePayees(chain, orders, source),
    readPermitTerms(permitCase),
    source === undefined ? undefined : startCoinWorth(chain),
  ]);
  await checkRates(orders, rates);
  const planned = orders.map((order, i) => ({
    order,
    payments: paymentsOf(order, rates[i] ?? []),
  }));
  const bundles = bundlesOf(chain, planned, balances?.resources);
  const required = tokens.map((token) => tokenUnits(token, bundles, batchFeeBps));
  const permitted = await pullsOf({ ...permitCase, required, balances, bundles, terms });
  const pull = permitted?.pull;
  // An account sets each allowance again, because its transactions may be carried out much later.
  const known = isSafe || pulling !== undefined ? undefined : balances;
  const approvals = approvalsOf({ tokens, required, balances: known });
  const batches = bundles.map((bundle) => batchStep(bundle, batchFeeBps));
  const coinUnits = sumOf(batches.map(coinsOf));
  if (balances !== undefined && source !== undefined) {
    checkPayees(simulated, source, (currency) => {
      if (currency.type === 'ETH') return balances.nativeBalanceUnits >= coinUnits;
      const at = tokens.findIndex(({ id }) => id === currency.id);
      return (balances.tokens[at]?.balanceUnits ?? 0n) >= (required[at] ?? 0n);
    });
  }
  const pulls = pull?.pulls ?? [];
  const steps = [...pulls, ...approvals, ...batches];
  const transactions = (await chain.prepare(steps, wallet)).map(transactionOf);
  const [first, paying] = [pulls.length, pulls.length + approvals.length];
  return {
    steps,
    pulls: transactions.slice(0, first),
    holderTransactions: await holderTransactions(chain, pull, tokenHolder),
    ...(permitted?.permit && { permit: permitted.permit }),
    eoa: eoaMetadata(pull?.eoaApprovals),
    approvals: transactions.slice(first, paying),
    batches: transactions.slice(paying).map((transaction, i) => ({
      transaction,
      orderIndexes: bundles[i]?.indexes ?? [],
      resources: bundles[i]?.resources ?? {},
    })),
    ...(balances && {
      metadata: metadataOf(chain, balances, {
        tokens: tokens.map((currency, i) => ({ currency, requiredUnits: required[i] ?? 0n })),
        coins: { currency: coinOf(orders), requiredUnits: coinUnits },
        coinDollarUnits: await coinWorth?.(),
        isExecutedByOthers: isSafe,
        resources: [
          ...callsBefore(pull, approvals).map(() => chain.needs.approval),
          ...bundles.map(({ resources }) => resources),
        ],
      }),
    }),
    rates: rates.map(([rate]) => rate),
  };
}

/** What is signed before batches, and what is called before them, each of which needs no more than an approval. */
function callsBefore(pull: PullPlan | undefined, approvals: readonly TransactionStep[]) {
  const pulls = pull === undefined ? [] : [...pull.approvals, ...callsOfPulls(pull)];
  return [...pulls, ...approvals];
}

/** What is paid with the tokens of a key. */
interface Pulled extends PermitCase {
  readonly required: readonly bigint[];
  readonly balances: PayerBalances | undefined;
  readonly bundles: readonly Bundle[];
  readonly terms: Awaited<ReturnType<typeof readPermitTerms>>;
}

/**
 * What an account does first, and the permit that spares the key a transaction; in several transactions a later one could fail and leave
 * tokens in the account. Nothing of a wallet that pays with its own.
 */
async function pullsOf({ required, balances, bundles, terms, ...asked }: Pulled) {
  const { tokens, pulling } = asked;
  if (pulling === undefined) return undefined;
  const [first, ...others] = bundles;
  if (others.length > 0) {
    const message = `eoaWallet must not be sent: one transaction pays the first ${first?.indexes.length ?? 0} of these only, and a smart account takes and pays in one. Pay from wallet itself`;
    throw refuseField('eoaWallet', message);
  }
  const plan = planPulls(
    pulling,
    tokens.map((currency, i) => ({
      currency,
      requiredUnits: required[i] ?? 0n,
      balance: balances?.tokens[i],
    })),
  );
  return await planPermit(plan, asked, { terms, units: sumOf(required) });
}

/** What the transactions of a batch take of a wallet. */
interface Taken
  extends Pick<
    Parameters<typeof batchMetadata>[0],
    'tokens' | 'coins' | 'coinDollarUnits' | 'isExecutedByOthers'
  > {
  /** Of each transaction. */
  readonly resources: readonly Resources[];
}

function metadataOf(
  { networkFeeUnits, network }: Chain,
  balances: PayerBalances,
  { resources, ...taken }: Taken,
): BatchMetadata {
  return batchMetadata(
    {
      ...taken,
      networkFeeUnits: networkFeeUnits(resources, balances.resources),
      nativeCurrency: network.nativeCurrency,
    },
    balances,
  );
}

/**
 * How many transactions it takes to pay orders of one network through its batch contract. Reads no
 * chain, so that a draft is checked before anybody pays.
 */
export function countBatches(orders: readonly PaymentOrder[]): number {
  const planned = orders.map((order) => ({ order, payments: payableShapeOf(order) }));
  return bundlesOf(chainOfAll(orders), planned).length;
}

function chainOfAll(orders: readonly PaymentOrder[]): Chain {
  const chain = orders[0]?.chain;
  invariant(chain !== undefined, 'a batch pays something');
  invariant(
    orders.every((order) => order.chain.network.id === chain.network.id),
    'the orders of a batch share a network',
  );
  return chain;
}

/** What the orders pay in, coins not counted, each once. */
function tokensOf(orders: readonly PaymentOrder[]): Currency[] {
  const tokens = orders.filter(({ kind }) => kind !== 'native').map(({ currency }) => currency);
  return [...new Map(tokens.map((token) => [token.address.toLowerCase(), token])).values()];
}

function coinOf(orders: readonly PaymentOrder[]): Currency | undefined {
  return orders.find(({ kind }) => kind === 'native')?.currency;
}

/** Without prices the limits are those of usual ones. */
function bundlesOf(
  chain: Chain,
  planned: readonly Planned[],
  prices?: ResourcePrices | undefined,
): Bundle[] {
  const { batch } = chain.needs;
  return planBatches(
    planned.map((one) => itemOf(chain, one)),
    { ...batch, max: (prices && batch.maxAt?.(prices)) ?? batch.max },
  ).map((batch) => ({
    ...batch,
    payments: batch.indexes.flatMap((index) => planned[index]?.payments ?? []),
  }));
}

function itemOf(chain: Chain, { order, payments }: Planned): BatchItem {
  const all = payments.map(({ payment }) => payment);
  const { address } = order.currency;
  return {
    feeAddress: all.find((payment) => feeUnitsOf(payment) > 0n)?.feeAddress,
    resources: addResources(...all.map((payment) => chain.needs.batch.perPayment(payment))),
    tokenAddress: order.kind === 'native' ? undefined : address,
  };
}

function feeUnitsOf(payment: ChainPayment): bigint {
  return payment.kind === 'conversion' ? payment.feeInvoiceUnits : payment.feeUnits;
}

/**
 * What the batches take of a token in all. The contract's own fee is a share of the amounts of each
 * transaction, and of a conversion at most the share of what it may spend.
 */
function tokenUnits(token: Currency, bundles: readonly Bundle[], batchFeeBps: bigint): bigint {
  const address = token.address.toLowerCase();
  return sumOf(
    bundles.map(({ payments }) => {
      const mine = payments.filter(
        ({ payment }) =>
          payment.kind !== 'native' && payment.tokenAddress.toLowerCase() === address,
      );
      const plain = sumOf(mine.map(({ payment }) => amountOf(payment, 'token')));
      const converted = sumOf(mine.map(({ payment }) => amountOf(payment, 'conversion')));
      const required = sumOf(mine.map(({ requiredUnits }) => requiredUnits));
      return required + bpsOf(plain, batchFeeBps) + bpsOf(converted, batchFeeBps);
    }),
  );
}

/** What the contract reckons its own fee of, among payments of a kind. */
function amountOf(payment: ChainPayment, kind: ChainPayment['kind']): bigint {
  if (payment.kind !== kind) return 0n;
  return payment.kind === 'conversion' ? payment.maxToSpendUnits : payment.amountUnits;
}

function approvalsOf({
  tokens,
  required,
  balances,
}: {
  readonly tokens: readonly Currency[];
  readonly required: readonly bigint[];
  readonly balances: PayerBalances | undefined;
}) {
  return tokens.flatMap((token, i) =>
    planApprovals({
      requiredUnits: required[i] ?? 0n,
      allowanceUnits: balances?.tokens[i]?.allowanceUnits,
      resetsAllowance: needsAllowanceReset(token),
    }).map((units) => ({
      type: 'approval' as const,
      tokenAddress: token.address,
      units,
      spender: 'batch' as const,
    })),
  );
}

function batchStep({ payments, feeAddress }: Bundle, batchFeeBps: bigint): BatchStep {
  const all = payments.map(({ payment }) => payment);
  const amounts = sumOf(all.map((payment) => amountOf(payment, 'native')));
  return {
    type: 'batch',
    payments: all,
    feeAddress: feeAddress ?? NO_FEE_ADDRESS,
    extraValueUnits: bpsOf(amounts, batchFeeBps),
  };
}

/** The native coin that a batch sends along. */
function coinsOf({ payments, extraValueUnits }: BatchStep): bigint {
  const units = payments.map((one) =>
    one.kind === 'native' ? one.amountUnits + one.feeUnits : 0n,
  );
  return sumOf([...units, extraValueUnits]);
}

function sumOf(units: readonly bigint[]): bigint {
  return units.reduce((sum, one) => sum + one, 0n);
}
