export { checkParties, findUnfitParty, isPartyRefused } from './check-parties.ts';
export { findClientIdPlan } from './find-client-id-plan.ts';
export {
  AccessDecision,
  approveWallet,
  decideByPlan,
  decideScreened,
  rejectWallet,
} from './model/access-decision.ts';
export {
  type LinkAccess,
  PaymentAccessPolicy,
} from './model/access-policy.ts';
export { partyPlans } from './model/party-plans.ts';
export { PARTY_REFUSALS } from './model/refused-party.ts';
export { recordAccessRejected } from './record-access-rejected.ts';
export { settleLinkAccess } from './settle-link-access.ts';
export { settlePlan } from './settle-plan.ts';
