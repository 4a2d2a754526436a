import type { Machine } from '#kit/machine.ts';

/** Where a recurring payout may stand, as its table allows. */
export const RECURRING_PAYOUT_STATUSES = [
  'pending',
  'active',
  'paused',
  'completed',
  'cancelled',
] as const;

/** Where a recurring payout stands: `pending` until its payer signed. */
export type RecurringPayoutStatus = (typeof RECURRING_PAYOUT_STATUSES)[number];

/** What happens to a recurring payout. */
export type RecurringPayoutEvent =
  | 'signed'
  /** Its second instalment is due, and its payer has not signed. */
  | 'was_never_signed'
  | 'could_not_pay'
  /** Its payer or payee was rejected by a screening. */
  | 'wallet_rejected'
  | 'unpaused'
  | 'was_cancelled'
  | 'last_ended'
  /** A reorg took back a payment of it. */
  | 'payment_undone';

/** Every legal move of a recurring payout. */
export const recurringPayoutMachine: Machine<RecurringPayoutStatus, RecurringPayoutEvent> = {
  pending: { signed: 'active', was_cancelled: 'cancelled', was_never_signed: 'cancelled' },
  active: {
    could_not_pay: 'paused',
    wallet_rejected: 'paused',
    was_cancelled: 'cancelled',
    last_ended: 'completed',
  },
  paused: { unpaused: 'active', was_cancelled: 'cancelled', last_ended: 'completed' },
  completed: { payment_undone: 'active' },
  cancelled: {},
};

/** Whether a text from the database is a status of a recurring payout. */
export function isRecurringPayoutStatus(text: string): text is RecurringPayoutStatus {
  return RECURRING_PAYOUT_STATUSES.some((status) => status === text);
}

/** Where an instalment may stand, as its table allows. */
const INSTALMENT_STATUSES = [
  'waiting',
  'due',
  'sent',
  'paid',
  'paid_elsewhere',
  'failed',
  'lost',
] as const;

/**
 * Where an instalment stands. `failed` is tried again; `lost` was taken on the chain without paying the payee, and the contract
 * takes it no second time; `paid_elsewhere` was taken by somebody else with another reference, and the payee was paid.
 */
export type InstalmentStatus = (typeof INSTALMENT_STATUSES)[number];

/** What happens to an instalment. */
export type InstalmentEvent =
  | 'became_due'
  | 'was_sent'
  | 'was_paid'
  | 'could_not_be_taken'
  | 'was_taken_unpaid'
  | 'was_paid_elsewhere'
  | 'payment_undone';

/** Every legal move of an instalment. Whatever was paid for its request is paid, at any time. */
export const instalmentMachine: Machine<InstalmentStatus, InstalmentEvent> = {
  waiting: { became_due: 'due', was_paid: 'paid' },
  due: {
    was_sent: 'sent',
    was_paid: 'paid',
    could_not_be_taken: 'failed',
    was_taken_unpaid: 'lost',
    was_paid_elsewhere: 'paid_elsewhere',
  },
  sent: {
    was_paid: 'paid',
    could_not_be_taken: 'failed',
    was_taken_unpaid: 'lost',
    was_paid_elsewhere: 'paid_elsewhere',
  },
  paid: { payment_undone: 'sent' },
  failed: {
    became_due: 'due',
    was_sent: 'sent',
    was_paid: 'paid',
    could_not_be_taken: 'failed',
    was_taken_unpaid: 'lost',
    was_paid_elsewhere: 'paid_elsewhere',
  },
  paid_elsewhere: { was_paid: 'paid' },
  lost: { was_paid: 'paid' },
};

/** Whether a text from the database is a status of an instalment. */
export function isInstalmentStatus(text: string): text is InstalmentStatus {
  return INSTALMENT_STATUSES.some((status) => status === text);
}
