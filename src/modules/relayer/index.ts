export { findRelayed } from './find-relayed.ts';
export { findSucceededAbout } from './find-succeeded.ts';
export { measureSenders, type SenderMeasures } from './measure-senders.ts';
export { relayBudgetUsed, relayInProgress, relayOnce } from './relay-once.ts';
export { findRelayState, hasOpenAbout, reopenRelayed } from './store.ts';
