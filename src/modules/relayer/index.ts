export { relayBudgetUsed, relayInProgress, relayOnce } from './relay-once.ts';
