export { addEmailLogin } from './add-email-login.ts';
export { addWalletLogin } from './add-wallet-login.ts';
export { admitMember, alreadyAMember, tooManyMembers } from './admit-member.ts';
export { checkStillMember, notAMember } from './check-still-member.ts';
export { createAccount } from './create-account.ts';
export { endSession } from './end-session.ts';
export {
  findAccountMembers,
  findMember,
  memberNotFound,
  type ShownMember,
} from './find-account-members.ts';
export { findSession } from './find-session.ts';
export { findWalletAccount } from './find-wallet-account.ts';
export {
  grantAdministrator,
  listAdministrators,
  revokeAdministrator,
} from './grant-administrator.ts';
export { listAccountSessions } from './list-account-sessions.ts';
export { listAccounts } from './list-accounts.ts';
export { resetSecondFactor } from './reset-second-factor.ts';
export { sessionOfActor } from './session-of-actor.ts';
export { lastOwner, setRole } from './set-role.ts';
export { findAccountName } from './store/members.ts';
