export { isDollar } from './model/dollar.ts';
export {
  AmountSummary,
  amountSummaryOf,
  type DueFee,
  FeeBundle,
  feeBundleOf,
  jointFeeBundle,
} from './model/fee-bundle.ts';
export { FeePlan } from './model/fee-plan.ts';
export type { FeeRule } from './model/fee-rule.ts';
export { sumOfPlans } from './model/sum-of-plans.ts';
export { type FeeDraft, type FeesPlanned, planFees } from './plan-fees.ts';
export { resolveFees } from './resolve-fees.ts';
