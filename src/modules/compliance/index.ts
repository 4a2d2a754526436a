export { checkParties, findUnfitParty, isPartyRefused } from './check-parties.ts';
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
export { PARTY_REFUSALS } from './model/refused-party.ts';
export { recordAccessRejected } from './record-access-rejected.ts';
