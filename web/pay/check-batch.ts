import type { PreparedCall, PreparedFee } from '../api/shapes.ts';
import { sameAddress } from '../ui/address.ts';
import { unitsOf } from '../ui/amount.ts';
import { type BatchCall, type BatchPayment, decodeBatch } from '../wallet/calldata.ts';
import { isConversionPath } from './check-single.ts';
import {
  type Answered,
  type Checked,
  callOf,
  coinOf,
  convertedFrom,
  isNearRate,
} from './checked.ts';
import { type Link, type Money, type Payment, sumByAsset } from './link.ts';
import type { Mismatch, PlannedFee, Step } from './plan.ts';
import { agreedFees, mergeFees, netUnitsOf } from './read-fees.ts';

/** The contract's own fee is a share of 10,000 of the amounts; its owner cannot set more. */
const CONTRACT_FEE_BPS_MAX = 200n;
const BPS = 10_000n;

/** The groups of a call, in the one order in which they are written. */
const KINDS: readonly BatchPayment['kind'][] = ['conversion', 'token', 'native'];

/** A payment that a call has to make, and what it carries. */
interface Expected {
  readonly position: number;
  readonly payment: Payment;
  readonly reference: string | undefined;
  /** What the payee of a child receives in all; undefined where what is due says it. */
  readonly netUnits: bigint | undefined;
}

/** What one call makes, once it was found to be what is expected. */
interface CheckedCall {
  readonly step: Extract<Step, { readonly kind: 'pay' }>;
  readonly contractFees: readonly Money[];
}

/** Reads a call of a network's batch contract; undefined for anything else. */
type ReadBatch = (data: string) => BatchCall | undefined;

/**
 * Checks the calls of a batch or a bundle: every payment that is due is made once, with the fees that
 * were agreed, and nothing else is.
 */
export function checkBatches(parts: Answered): Checked | Mismatch {
  return checkBatchesBy(decodeBatch, parts);
}

/** The same of networks whose batch contract is called in another way. */
export function checkBatchesBy(
  readBatch: ReadBatch,
  { link, answer, contracts, calls }: Answered,
): Checked | Mismatch {
  const due = [...link.payments.entries()].filter(([, { amountUnits }]) => amountUnits > 0n);
  const dealt = dealtOut(link, { answer, due: due.map(([at]) => at) });
  if (dealt === undefined || dealt.length !== calls.length) return 'payments';
  const prepared = answer.fees ?? [];
  const used = new Set<PreparedFee>();
  const checked = calls.map((call, at) => {
    const expected = (dealt[at] ?? []).flatMap((position) => {
      const payment = link.payments[position];
      const reference =
        link.kind === 'batch' ? payment?.paymentReference : answer.childReferences?.get(position);
      if (payment === undefined) return [];
      const { decimals } = convertedFrom(payment);
      const netUnits = link.kind === 'batch' ? undefined : netUnitsOf(payment.feePlan, decimals);
      return [{ position, payment, reference, netUnits }];
    });
    return checkCall(call, { expected, readBatch, batch: contracts.batch, prepared, used });
  });
  const wrong = checked.find((one) => typeof one === 'string');
  if (wrong !== undefined) return wrong;
  // A fee that was announced and is not paid would be shown wrongly.
  if (used.size !== prepared.length) return 'fee';
  const all = checked.filter((one) => typeof one !== 'string');
  return {
    spender: contracts.batch,
    steps: all.map(({ step }) => step),
    mainUnits: undefined,
    fees: mergeFees(all.flatMap(({ step }) => step.fees)),
    totals: sumByAsset(all.flatMap(({ step }) => step.totals)),
    contractFees: sumByAsset(all.flatMap(({ contractFees }) => contractFees)),
    paymentReference: undefined,
  };
}

/** Which payments each call makes; undefined unless every one that is due is made once. */
function dealtOut(
  link: Link,
  { answer, due }: Pick<Answered, 'answer'> & { readonly due: readonly number[] },
): readonly (readonly number[])[] | undefined {
  if (link.kind === 'batch') return [due];
  const batches = answer.metadata?.batchPayments?.map(({ childPositions }) => childPositions) ?? [];
  const dealt = batches.flat().sort((one, other) => one - other);
  return dealt.join() === due.join() ? batches : undefined;
}

interface Checking {
  readonly expected: readonly Expected[];
  readonly readBatch: ReadBatch;
  readonly batch: string | undefined;
  readonly prepared: readonly PreparedFee[];
  /** The announced fees that a call was found to pay. */
  readonly used: Set<PreparedFee>;
}

function checkCall(call: PreparedCall, checking: Checking): CheckedCall | Mismatch {
  const batch = checking.readBatch(call.data ?? '');
  const value = coinOf(call);
  if (batch === undefined || value === undefined) return 'unreadable';
  if (!sameAddress(call.to, checking.batch)) return 'contract';
  const paired = pairUp(batch.payments, checking);
  if (typeof paired === 'string') return paired;
  const totals = sumByAsset(paired.map(spentBy));
  const coin = totals.find(({ asset }) => asset.address === undefined);
  const contractFees = contractFeeOf(coin, value);
  if (contractFees === undefined) return 'coin';
  const slots = paired
    .filter(({ paid }) => paid.feeUnits > 0n)
    .map(({ payment, paid }) => slotFee(payment, paid, batch.feeAddress));
  const legs = paired.flatMap(({ fee }) => (fee === undefined ? [] : [fee]));
  return {
    step: {
      kind: 'pay',
      call: callOf(call),
      payments: checking.expected.length,
      positions: checking.expected.map(({ position }) => position),
      totals: totals.map((total) => (total === coin ? { ...total, units: value } : total)),
      fees: mergeFees([...slots, ...legs]),
    },
    contractFees,
  };
}

/** A payment of the call beside what it is for; with a fee where it is one. */
interface Pair {
  readonly payment: Payment;
  readonly paid: BatchPayment;
  readonly fee?: PlannedFee;
}

/** Puts the payments of a call beside those that are expected: each, and then the fees of it. */
function pairUp(paid: readonly BatchPayment[], checking: Checking): readonly Pair[] | Mismatch {
  const pairs: Pair[] = [];
  const waiting = [...paid];
  const ordered = KINDS.flatMap((kind) =>
    checking.expected.filter(({ payment }) => kindOf(payment) === kind),
  );
  for (const expected of ordered) {
    const main = waiting.shift();
    if (main === undefined) return 'payments';
    const legs = takeFees(waiting, expected.payment, checking);
    if (typeof legs === 'string') return legs;
    const borne = legs.reduce(
      (sum, { fee }) => (fee?.bearer === 'payee' ? sum + fee.units : sum),
      0n,
    );
    const wrong = compare(expected, main, borne);
    if (wrong !== undefined) return wrong;
    pairs.push({ payment: expected.payment, paid: main }, ...legs);
  }
  return waiting.length > 0 ? 'payments' : pairs;
}

/** Takes the fees of a payment off what is left of a call: they carry references that were reported. */
function takeFees(
  waiting: BatchPayment[],
  payment: Payment,
  { prepared, used }: Checking,
): readonly Pair[] | Mismatch {
  const legs: Pair[] = [];
  for (;;) {
    const [next] = waiting;
    const one = prepared.find((fee) =>
      sameAddress(fee.paymentReference ?? undefined, next?.reference),
    );
    if (next === undefined || one === undefined) return legs;
    const fee = legFee(payment, next, one);
    if (fee === undefined || used.has(one)) return 'fee';
    used.add(one);
    legs.push({ payment, paid: next, fee });
    waiting.shift();
  }
}

/** A fee of a part, if it is one that was agreed, to whom and up to how much. */
function legFee(
  payment: Payment,
  paid: BatchPayment,
  prepared: PreparedFee,
): PlannedFee | undefined {
  const asset = convertedFrom(payment);
  const agreed = agreedFees(payment.feePlan, asset.decimals).find(
    (fee) =>
      fee.type === prepared.feeType &&
      fee.bearer === prepared.feeBearer &&
      sameAddress(fee.address, paid.payee),
  );
  const sound =
    agreed !== undefined &&
    paid.kind === kindOf(payment) &&
    paid.amountUnits === unitsOf(prepared.amount ?? '', asset.decimals) &&
    paid.amountUnits <= agreed.units &&
    paid.feeUnits === 0n &&
    isPathOf(payment, paid);
  if (!sound) return undefined;
  const { label, percentage, address, bearer } = agreed;
  return {
    asset,
    units: paid.amountUnits,
    label,
    percentage,
    address,
    bearer,
  };
}

function spentBy({ payment: { asset }, paid }: Pair): Money {
  const { kind, maxToSpendUnits, amountUnits, feeUnits } = paid;
  return { asset, units: kind === 'conversion' ? maxToSpendUnits : amountUnits + feeUnits };
}

/** What is sent along beyond the payments in coins; undefined where that is no fee of the contract. */
function contractFeeOf(coin: Money | undefined, value: bigint): readonly Money[] | undefined {
  if (coin === undefined) return value === 0n ? [] : undefined;
  const units = value - coin.units;
  if (units < 0n || units > (coin.units * CONTRACT_FEE_BPS_MAX) / BPS) return undefined;
  return units === 0n ? [] : [{ asset: coin.asset, units }];
}

function kindOf({ asset, conversion }: Payment): BatchPayment['kind'] {
  if (conversion !== undefined) return 'conversion';
  return asset.address === undefined ? 'native' : 'token';
}

function compare(
  { payment, reference, netUnits }: Expected,
  paid: BatchPayment,
  borneUnits: bigint,
): Mismatch | undefined {
  if (paid.kind !== kindOf(payment)) return 'payments';
  if (!sameAddress(paid.payee, payment.payee)) return 'payee';
  const { conversion, amountUnits, paidUnits } = payment;
  const dueUnits = (conversion?.invoiceUnits ?? amountUnits) - borneUnits;
  // Children have their total; batches have what is due, with the fees that payees bear.
  const expectedUnits = netUnits === undefined ? dueUnits : netUnits - paidUnits;
  if (paid.amountUnits !== expectedUnits) return 'amount';
  if (!sameAddress(reference, paid.reference)) return 'reference';
  // The API does not announce it, so it is shown; more than the payment itself is no fee.
  if (paid.feeUnits > paid.amountUnits) return 'fee';
  if (!isPathOf(payment, paid)) return 'token';
  const near = conversion === undefined || isNearRate(paid.maxToSpendUnits, conversion.maxUnits);
  return near ? undefined : 'rate';
}

function isPathOf({ asset, conversion }: Payment, { path }: BatchPayment): boolean {
  if (conversion !== undefined) return isConversionPath(path, conversion.currency, asset.address);
  return path.join() === (asset.address === undefined ? '' : asset.address.toLowerCase());
}

function slotFee(payment: Payment, paid: BatchPayment, address: string): PlannedFee {
  return {
    asset: convertedFrom(payment),
    units: paid.feeUnits,
    label: undefined,
    percentage: undefined,
    address,
    bearer: 'payer',
  };
}
