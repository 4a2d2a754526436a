/** What an instalment of a schedule takes, and how many are left. */
export interface Remaining {
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  readonly relayerFeeUnits: bigint;
  readonly remainingPayments: number;
}

/** What one instalment takes from the payer. */
export function instalmentUnits({
  amountUnits,
  feeUnits,
  relayerFeeUnits,
}: Omit<Remaining, 'remainingPayments'>): bigint {
  return amountUnits + feeUnits + relayerFeeUnits;
}

/** What the instalments that are left of all of these schedules take from their payer, every fee included. */
export function remainingUnits(schedules: readonly Remaining[]): bigint {
  return schedules.reduce(
    (sum, schedule) => sum + instalmentUnits(schedule) * BigInt(schedule.remainingPayments),
    0n,
  );
}

/** The allowances that a payer still has to set for the contract to take this; none where enough is allowed. */
export function approvalsLacking(
  requiredUnits: bigint,
  read: { readonly allowanceUnits: bigint; readonly resetsAllowance: boolean },
): readonly bigint[] {
  return read.allowanceUnits >= requiredUnits ? [] : approvalsTo(requiredUnits, read);
}

/**
 * The allowances to set, one after another, for the contract to take exactly this: cleared first where the token demands it.
 * `allowanceUnits` is undefined where it was not read.
 */
export function approvalsTo(
  requiredUnits: bigint,
  {
    allowanceUnits,
    resetsAllowance,
  }: { readonly allowanceUnits: bigint | undefined; readonly resetsAllowance: boolean },
): readonly bigint[] {
  const mustClear = resetsAllowance && allowanceUnits !== 0n && requiredUnits !== 0n;
  return mustClear ? [0n, requiredUnits] : [requiredUnits];
}
