export {
  AccessDecision,
  approveWallet,
  decideScreened,
  rejectWallet,
} from './model/access-decision.ts';
export {
  type LinkAccess,
  PaymentAccessPolicy,
  screeningNotBuilt,
  settleAccess,
} from './model/access-policy.ts';
export { recordAccessRejected } from './record-access-rejected.ts';
