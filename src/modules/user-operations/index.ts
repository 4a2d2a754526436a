export { measureSponsorships, type SponsorshipMeasures } from './measure-sponsorships.ts';
export { reserveSponsorship, sponsorshipBudgetUsed } from './reserve-sponsorship.ts';
export { findOperation, type OperationKey, recordOperation } from './store.ts';
