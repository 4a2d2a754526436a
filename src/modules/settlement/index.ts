export { findFollowFrom } from './find-follow-from.ts';
export { findOurTopics } from './find-our-topics.ts';
export { followChain } from './follow-chain.ts';
export { type IngestedChain, ingestHappening } from './ingest-happening.ts';
export { settleTransfers } from './settle-transfers.ts';
