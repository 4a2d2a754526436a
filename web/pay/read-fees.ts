import { isRecord, member, texts } from '../engine/members.ts';
import { unitsOf } from '../ui/amount.ts';
import type { PlannedFee } from './plan.ts';

/** A fee as it was agreed when the link was created. */
export interface AgreedFee {
  readonly type: string;
  readonly label: string;
  readonly bearer: 'payer' | 'payee';
  readonly address: string;
  /** At most; a dollar is one whole of what is paid. */
  readonly units: bigint;
  /** As a decimal text, such as `2.5`; undefined where a fixed amount comes on top or it is capped. */
  readonly percentage: string | undefined;
}

/** The fees of a plan that can be read; what cannot is no fee that was agreed. */
export function agreedFees(feePlan: unknown, decimals: number): readonly AgreedFee[] {
  const fees = member(feePlan, 'fees');
  if (!Array.isArray(fees)) return [];
  return fees.filter(isRecord).flatMap((fee) => {
    const { type, label, feeBearer: bearer } = texts(fee, ['type', 'label', 'feeBearer']);
    const { calculatedAmountUsd } = texts(fee, ['calculatedAmountUsd']);
    const { evmAddress: address } = texts(fee['destinationRef'], ['evmAddress']);
    const units = unitsOf(calculatedAmountUsd ?? '', decimals);
    const known = bearer === 'payer' || bearer === 'payee';
    if (!known || type === undefined || address === undefined || units === undefined) return [];
    return [{ type, label: label ?? type, bearer, address, units, percentage: percentageOf(fee) }];
  });
}

/** What a plan leaves the payee; undefined where there is none. */
export function netUnitsOf(feePlan: unknown, decimals: number): bigint | undefined {
  const { netRecipientAmountUsd } = texts(feePlan, ['netRecipientAmountUsd']);
  return unitsOf(netRecipientAmountUsd ?? '', decimals);
}

const BPS_PER_PERCENT = 100;

function percentageOf(fee: Record<string, unknown>): string | undefined {
  const { percentageBps: bps, capUsd, fixedAmountUsd } = fee;
  const plain = typeof capUsd !== 'string' && typeof fixedAmountUsd !== 'string';
  return plain && typeof bps === 'number' ? String(bps / BPS_PER_PERCENT) : undefined;
}

/** A share in percent of an amount, rounded down to the unit; undefined for what is no share. */
export function shareOf(units: bigint, percentage: string): bigint | undefined {
  const match = /^([0-9]{1,3})(?:\.([0-9]{1,30}))?$/.exec(percentage);
  if (match === null) return undefined;
  const fraction = match[2] ?? '';
  const scaled = BigInt(`${match[1]}${fraction}`);
  const whole = 100n * 10n ** BigInt(fraction.length);
  return scaled > whole ? undefined : (units * scaled) / whole;
}

/** One line for each kind of fee, currency, decimals of it, receiver and bearer. */
export function mergeFees(fees: readonly PlannedFee[]): readonly PlannedFee[] {
  const merged = new Map<string, PlannedFee>();
  for (const fee of fees) {
    const key = `${fee.label} ${fee.asset.symbol} ${fee.asset.decimals} ${fee.address} ${fee.bearer}`;
    merged.set(key, { ...fee, units: fee.units + (merged.get(key)?.units ?? 0n) });
  }
  return [...merged.values()];
}
