export { isDollar } from './model/dollar.ts';
export {
  AmountSummary,
  amountSummaryOf,
  type DueFee,
  FeeBundle,
  feeBundleOf,
  jointFeeBundle,
} from './model/fee-bundle.ts';
export { checkFeePair } from './model/fee-pair.ts';
export { FeePlan } from './model/fee-plan.ts';
export { hasFeesApart } from './model/fees-apart.ts';
export { sumOfPlans } from './model/sum-of-plans.ts';
export { type FeeDraft, planFees } from './plan-fees.ts';
