export {
  countedFeeUnits,
  isLate,
  type PaymentTotals,
  totalsOf,
} from './model/accounting.ts';
export { milestoneShapes, PaymentMilestone, SAMPLE_MILESTONES } from './model/milestone-shapes.ts';
export {
  type Milestone,
  type MilestoneColumns,
  milestonesOf,
  type PaymentMilestones,
  type WireMilestone,
  wireMilestone,
  wireMilestones,
} from './model/milestones.ts';
export { chainTransferMachine, type TransferStatus } from './model/transfer-status.ts';
export {
  type ActivePayment,
  findActivePayments,
  insertPayments,
  insertPaymentUndos,
} from './store/payments.ts';
export { parkTransfers, postponeTransfer } from './store/queue.ts';
export {
  advanceTransfers,
  insertDisputedTransfer,
  insertTransfers,
  type NewTransfer,
  type UndoneTransfer,
  undoTransferAt,
  undoTransfersAbove,
} from './store/transfers.ts';
