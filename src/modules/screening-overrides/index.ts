export { createScreeningOverride } from './create-screening-override.ts';
export { findOverride } from './find-override.ts';
export { findRejectedByHand, nameOfWallet } from './find-rejected-by-hand.ts';
export { listScreeningOverrides } from './list-screening-overrides.ts';
export {
  isOverrideSetter,
  type OverrideSetter,
  type ScreeningOverride,
} from './model/screening-override.ts';
export { removeScreeningOverride } from './remove-screening-override.ts';
