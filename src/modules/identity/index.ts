export { addEmailLogin } from './add-email-login.ts';
export { addWalletLogin } from './add-wallet-login.ts';
export { createAccount } from './create-account.ts';
export { endSession } from './end-session.ts';
export { findSession } from './find-session.ts';
export { findWalletAccount } from './find-wallet-account.ts';
export { listAccountSessions } from './list-account-sessions.ts';
export { listAccounts } from './list-accounts.ts';
