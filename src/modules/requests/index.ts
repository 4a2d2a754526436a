export { CREATOR_REFUSALS, checkCreator } from './check-creator.ts';
export { createRequests } from './create-requests.ts';
export type { RequestDraft } from './draft-request.ts';
export { findAccounted } from './find-accounted.ts';
export { findOwnRequests } from './find-own-requests.ts';
export { checkOneNetwork } from './model/one-network.ts';
export {
  type PayableColumns,
  type PayableRequest,
  payableRequestFrom,
} from './model/payable-request.ts';
export { CreateRequestRequest } from './model/request-body.ts';
export type { ShownRequest } from './model/shown-request.ts';
export type { RequestAttribution } from './model/terms.ts';
export { amountDue, orderOfFees, orderOfRequest } from './order-of-request.ts';
export { checkFeePair } from './read-fee.ts';
export { type RequestTerms, readTerms, type TermsInput } from './read-terms.ts';
export { type Accounted, recordPayments } from './record-payments.ts';
export {
  findDueFees,
  findOutstandingFees,
  findPaidFees,
  findRequestsOfFees,
  type PaidFee,
} from './store/fee-components.ts';
export { findFeesOfPayments } from './store/fee-payments.ts';
export { insertRequests, requestInserts } from './store/new-requests.ts';
export {
  type Completion,
  findCompletions,
  findKnownReferences,
  findRequestsByReference,
  type LockedRequest,
  lockRequest,
  lockRequests,
  type RequestByReference,
} from './store/requests.ts';
export { findSkippedFees, type SkippedFee } from './store/skipped-fees.ts';
export { undoPayments } from './undo-payments.ts';
