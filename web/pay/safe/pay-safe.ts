/** Payments that owners of a Safe sign, loaded for accounts that are contracts and for links that wait for owners. */

export { safeMessages } from '../messages/en/safe.ts';
export { followProposal, judgeAnswer, warnOfOver } from './follow-proposal.ts';
export { choosePrepared } from './prepare-for-safe.ts';
export { ProposalDetails } from './proposal-details.tsx';
export { propose } from './propose.ts';
export { titleOf } from './read-proposal.ts';
export { deadlineOf, thresholdOf } from './safe-deadline.ts';
