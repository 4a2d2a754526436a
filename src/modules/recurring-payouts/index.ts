export { createRecurringPayout } from './create-recurring-payout.ts';
export { RecurringPayoutCreatedResponse } from './model/created-shape.ts';
export { PayoutRecurrence } from './model/recurrence-body.ts';
export { RECURRENCE_REFUSALS } from './model/refusals.ts';
export { wireCreated } from './model/wire-created.ts';
export { wakeRecurringPayouts } from './wake-recurring-payouts.ts';
