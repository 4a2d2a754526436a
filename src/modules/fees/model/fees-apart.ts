import type { FeePlan } from './fee-plan.ts';

/** Whether fees of a request are paid by themselves; the platform's is where none of it is inside the payment. */
export function hasFeesApart({
  feePlan,
  feeUnits,
}: {
  readonly feePlan: FeePlan | null;
  readonly feeUnits: bigint;
}): boolean {
  return feePlan?.fees.some(({ type }) => type !== 'platform_fee' || feeUnits === 0n) ?? false;
}
