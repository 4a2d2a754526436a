export { createAccount } from './create-account.ts';
export { findSession } from './find-session.ts';
