import { addDecimals } from '#kit/amount.ts';
import type { FeePlan } from './fee-plan.ts';

/** A payment of several that are paid together, with its fees as they were agreed. */
export interface PlannedPart {
  readonly plan: FeePlan | null;
  /** In what the payment is reckoned, as a text that is the same for the same. */
  readonly currency: string;
  /** Its amount, as a human decimal; all that there is without a plan. */
  readonly amount: string;
}

/**
 * The plan that reports payments together: every sum is the sum of theirs, and a fee that was agreed
 * alike for several stands there once. Its share and its cap are still those of each payment.
 *
 * Null where no fee applies, and where the payments are in several currencies.
 */
export function sumOfPlans(parts: readonly PlannedPart[]): FeePlan | null {
  const plans = parts.flatMap(({ plan }) => plan ?? []);
  const [first] = plans;
  const isOne = new Set(parts.map(({ currency }) => currency)).size === 1;
  if (first === undefined || !isOne) return null;
  if (parts.length === 1) return first;
  const amounts = (of: (plan: FeePlan) => string) =>
    addDecimals(parts.map(({ plan, amount }) => (plan === null ? amount : of(plan))));
  const fees = (of: (plan: FeePlan) => string) => addDecimals(plans.map(of));
  return {
    ...first,
    grossAmountUsd: amounts((plan) => plan.grossAmountUsd),
    netRecipientAmountUsd: amounts((plan) => plan.netRecipientAmountUsd),
    payerTotalAmountUsd: amounts((plan) => plan.payerTotalAmountUsd),
    totalFeesUsd: fees((plan) => plan.totalFeesUsd),
    payeeBorneFeesUsd: fees((plan) => plan.payeeBorneFeesUsd),
    payerBorneFeesUsd: fees((plan) => plan.payerBorneFeesUsd),
    fees: addAlike(plans.flatMap((plan) => plan.fees)),
  };
}

type PlannedFee = FeePlan['fees'][number];

/** Fees in the order in which they first come, those that differ in their amount alone as one. */
function addAlike(fees: readonly PlannedFee[]): PlannedFee[] {
  const alike = Map.groupBy(fees, ({ calculatedAmountUsd: _, destinationRef, ...terms }) =>
    JSON.stringify([Object.entries(terms).sort(), Object.entries(destinationRef).sort()]),
  );
  return [...alike.values()].flatMap((same) =>
    same.slice(0, 1).map((fee) => ({
      ...fee,
      calculatedAmountUsd: addDecimals(same.map((one) => one.calculatedAmountUsd)),
    })),
  );
}
