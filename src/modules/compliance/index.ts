export { AccessDecision, approveWallet, rejectWallet } from './model/access-decision.ts';
export {
  type LinkAccess,
  PaymentAccessPolicy,
  screeningNotBuilt,
  settleAccess,
} from './model/access-policy.ts';
export { tellAccessRejected } from './tell-access-rejected.ts';
