export { checkParties, findUnfitParty } from './check-parties.ts';
export { findClientIdPlan } from './find-client-id-plan.ts';
export { listScreenedWalletsOfAll } from './list-screened-wallets-of-all.ts';
export { measureRefusedWallets } from './measure-refused-wallets.ts';
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
export { refusedWalletsOf, ScreeningOutage, ScreeningRefusal } from './model/refused-wallet.ts';
export { recordAccessRejected } from './record-access-rejected.ts';
export { recordRefusedWallets } from './record-refused-wallets.ts';
export { settleLinkAccess } from './settle-link-access.ts';
export { settlePlan } from './settle-plan.ts';
