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
  type WireMilestone,
  wireMilestone,
  wireMilestones,
} from './model/milestones.ts';
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
