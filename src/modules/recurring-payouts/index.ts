export { createRecurringPayout } from './create-recurring-payout.ts';
export { describeRecurringPayout, listRecurringPayouts } from './list-recurring-payouts.ts';
export { measureRecurring, type RecurringMeasures } from './measure-recurring.ts';
export { RecurringPayoutCreatedResponse } from './model/created-shape.ts';
export { PayoutRecurrence } from './model/recurrence-body.ts';
export { RECURRENCE_REFUSALS } from './model/refusals.ts';
export { RECURRING_PAYOUT_STATUSES } from './model/status.ts';
export { wireCreated } from './model/wire-created.ts';
export { wakeRecurringPayouts } from './wake-recurring-payouts.ts';
