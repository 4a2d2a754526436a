export { findSucceededAbout } from './find-succeeded.ts';
export { relayBudgetUsed, relayInProgress, relayOnce } from './relay-once.ts';
