export {
  countedFeeUnits,
  isLate,
  type PaymentTotals,
  totalsOf,
} from './model/accounting.ts';
export { milestoneShapes, PaymentMilestone, SAMPLE_MILESTONES } from './model/milestone-shapes.ts';
export {
  milestonesOf,
  type PaymentMilestones,
  wireMilestone,
  wireMilestones,
} from './model/milestones.ts';
export { movePayerHolds } from './store/holds.ts';
export {
  type ActivePayment,
  findActivePayments,
  insertPayments,
  undoActivePayments,
} from './store/payments.ts';
export { parkTransfers, postponeTransfer, recordBridgeSender } from './store/queue.ts';
export {
  advanceTransfers,
  insertDisputedTransfer,
  insertTransfers,
  type NewTransfer,
  type UndoneTransfer,
  undoTransfers,
} from './store/transfers.ts';
