export { reserveSponsorship, sponsorshipBudgetUsed } from './reserve-sponsorship.ts';
export { findOperation, type OperationKey, recordOperation } from './store.ts';
