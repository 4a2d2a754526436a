import type { Machine } from '#kit/machine.ts';

const PAYMENT_INTENT_STATUSES = [
  'recorded',
  'proposed',
  'proposal_expired',
  'source_seen',
  'source_confirmed',
  'filled',
  'settled',
  'source_failed',
  'unfilled',
  'refunded',
  'unpaid',
  'foreign',
  'not_found',
] as const;

/** How far a payment from another network came, as it was last seen. */
export type PaymentIntentStatus = (typeof PAYMENT_INTENT_STATUSES)[number];

/** What can be seen of a payment from another network. */
export type PaymentIntentEvent =
  /** An owner of a Safe signed a transaction that pays the link. */
  | 'proposal_proven'
  /** The time is over for which others wait for it; it may still be executed. */
  | 'proposal_expired'
  /** A block of its network holds the transaction, and it pays the link. */
  | 'source_seen'
  | 'source_confirmed'
  /** The block that held it was undone. */
  | 'source_gone'
  /** It is finally reverted, or another transaction of its sender took its place. */
  | 'source_failed'
  /** It does something else than pay the link. */
  | 'pays_other'
  | 'fill_seen'
  | 'fill_gone'
  /** It was delivered finally, and the call that pays did not run. */
  | 'call_failed'
  /** A final block is past the deadline, and nothing was delivered. */
  | 'deadline_passed'
  | 'refund_final'
  /** The payment of the link counts, as for every payment. */
  | 'payment_settled'
  | 'payment_undone'
  /** No node ever had it, or newer reports took its place. */
  | 'search_ended'
  | 'reported_again';

/** Every legal move of a payment intent. What is not written here cannot happen. */
export const paymentIntentMachine: Machine<PaymentIntentStatus, PaymentIntentEvent> = {
  recorded: {
    proposal_proven: 'proposed',
    source_seen: 'source_seen',
    source_confirmed: 'source_confirmed',
    source_failed: 'source_failed',
    pays_other: 'foreign',
    payment_settled: 'settled',
    search_ended: 'not_found',
  },
  proposed: {
    proposal_expired: 'proposal_expired',
    source_seen: 'source_seen',
    source_confirmed: 'source_confirmed',
    source_failed: 'source_failed',
    payment_settled: 'settled',
  },
  proposal_expired: {
    source_seen: 'source_seen',
    source_confirmed: 'source_confirmed',
    source_failed: 'source_failed',
    payment_settled: 'settled',
  },
  source_seen: {
    source_gone: 'recorded',
    source_confirmed: 'source_confirmed',
    source_failed: 'source_failed',
    pays_other: 'foreign',
    fill_seen: 'filled',
    payment_settled: 'settled',
    search_ended: 'not_found',
  },
  source_confirmed: {
    source_gone: 'recorded',
    source_failed: 'source_failed',
    pays_other: 'foreign',
    fill_seen: 'filled',
    deadline_passed: 'unfilled',
    payment_settled: 'settled',
    search_ended: 'not_found',
  },
  // A fill may come before its source is final: that is read again before a deadline counts.
  filled: { fill_gone: 'source_seen', call_failed: 'unpaid', payment_settled: 'settled' },
  settled: { payment_undone: 'source_seen' },
  // A transaction that replaced another may still be replaced itself by a node that was wrong, and a late fill still pays.
  source_failed: { payment_settled: 'settled' },
  unfilled: { fill_seen: 'filled', refund_final: 'refunded', payment_settled: 'settled' },
  refunded: {},
  unpaid: {},
  foreign: {},
  not_found: { reported_again: 'recorded', payment_settled: 'settled' },
};

/** Whether a text from the database is a status of a payment intent. */
export function isPaymentIntentStatus(text: string): text is PaymentIntentStatus {
  return PAYMENT_INTENT_STATUSES.some((status) => status === text);
}
