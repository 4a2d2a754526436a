import { sameAddress } from '../ui/address.ts';
import { type BatchCall, type BatchPayment, decodeBatch } from '../wallet/calldata.ts';
import { isConversionPath } from './check-single.ts';
import { type Answered, bookedIn, type Checked, callOf, coinOf, isNearRate } from './checked.ts';
import { type Link, type Money, type Payment, sumByAsset } from './link.ts';
import type { Mismatch, PlannedFee } from './plan.ts';

/** The contract's own fee is a share of 10,000 of the amounts; its owner cannot set more. */
const CONTRACT_FEE_BPS_MAX = 200n;
const BPS = 10_000n;

/** The groups of a call, in the one order in which they are written. */
const KINDS: readonly BatchPayment['kind'][] = ['conversion', 'token', 'native'];

/** Checks the one call of a batch: every payment that is due is in it once, and nothing else. */
export function checkBatch({ link, contracts, calls }: Answered): Checked | Mismatch {
  const [call] = calls;
  const batch = decodeBatch(call?.data ?? '');
  const value = call && coinOf(call);
  if (call === undefined || batch === undefined || value === undefined) return 'unreadable';
  if (!sameAddress(call.to, contracts.batch)) return 'contract';
  const paired = pair(link, batch);
  if (typeof paired === 'string') return paired;
  const totals = sumByAsset(paired.map(spentBy));
  const coin = totals.find(({ asset }) => asset.address === undefined);
  const contractFee = contractFeeOf(coin, value);
  if (contractFee === undefined) return 'coin';
  const fees = paired
    .filter(({ paid }) => paid.feeUnits > 0n)
    .map(({ payment, paid }) => feeOf(payment, paid, batch.feeAddress));
  return {
    spender: contracts.batch,
    steps: [{ kind: 'pay', call: callOf(call) }],
    mainUnits: undefined,
    fees: mergeFees(fees),
    totals: totals.map((total) => (total === coin ? { ...total, units: value } : total)),
    contractFees: contractFee,
    paymentReference: undefined,
  };
}

/** A payment as it is shown, and as the call makes it. */
interface Pair {
  readonly payment: Payment;
  readonly paid: BatchPayment;
}

/** Puts each payment that is due beside the one of the call; groups come in one order. */
function pair(link: Link, batch: BatchCall): readonly Pair[] | Mismatch {
  const due = link.payments.filter(({ amountUnits }) => amountUnits > 0n);
  const shown = KINDS.flatMap((kind) => due.filter((payment) => kindOf(payment) === kind));
  const paired = shown.flatMap((payment, at) => {
    const paid = batch.payments[at];
    return paid === undefined ? [] : [{ payment, paid }];
  });
  if (paired.length !== shown.length || batch.payments.length !== shown.length) return 'payments';
  const wrong = paired.map(compare).find((mismatch) => mismatch !== undefined);
  return wrong ?? paired;
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

function compare({ payment, paid }: Pair): Mismatch | undefined {
  const { asset, conversion } = payment;
  if (paid.kind !== kindOf(payment)) return 'payments';
  if (!sameAddress(paid.payee, payment.payee)) return 'payee';
  if (paid.amountUnits !== (conversion?.invoiceUnits ?? payment.amountUnits)) return 'amount';
  if (!sameAddress(payment.paymentReference, paid.reference)) return 'reference';
  // Nobody announces it, so it is shown; more than the payment itself is no fee.
  if (paid.feeUnits > paid.amountUnits) return 'fee';
  if (conversion !== undefined) {
    if (!isConversionPath(paid.path, conversion.currency, asset.address)) return 'token';
    return isNearRate(paid.maxToSpendUnits, conversion.maxUnits) ? undefined : 'rate';
  }
  const token = asset.address === undefined ? [] : [asset.address.toLowerCase()];
  return paid.path.join() === token.join() ? undefined : 'token';
}

function feeOf(payment: Payment, paid: BatchPayment, address: string): PlannedFee {
  return {
    asset: bookedIn(payment),
    units: paid.feeUnits,
    label: undefined,
    percentage: undefined,
    address,
    bearer: 'payer',
  };
}

/** One line for each currency, as all fees of a batch go to one address. */
function mergeFees(fees: readonly PlannedFee[]): readonly PlannedFee[] {
  const merged = new Map<string, PlannedFee>();
  for (const fee of fees) {
    const before = merged.get(fee.asset.symbol);
    merged.set(fee.asset.symbol, { ...fee, units: fee.units + (before?.units ?? 0n) });
  }
  return [...merged.values()];
}
