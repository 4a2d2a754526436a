import type { Machine } from '#kit/machine.ts';

const STATUSES = [
  'pending',
  'authorizing',
  'authorized',
  'capturing',
  'paid',
  'voiding',
  'voided',
  'refunded',
  'partially_refunded',
  'expired',
  'reclaimed',
  'failed',
] as const;

/** Where a commerce payment stands. */
export type CommerceStatus = (typeof STATUSES)[number];

/** Where it comes to stand, by what is true of it then; see `statusOf`. */
export type CommerceChange =
  | 'awaited'
  | 'authorization_sent'
  | 'authorization_counted'
  | 'capture_sent'
  | 'capture_counted'
  | 'void_sent'
  | 'void_counted'
  | 'part_refunded'
  | 'wholly_refunded'
  | 'deadline_passed'
  | 'reclaim_counted'
  | 'authorization_failed';

/** What is true of a payment in each state. */
const CHANGES: Readonly<Record<CommerceStatus, CommerceChange>> = {
  pending: 'awaited',
  authorizing: 'authorization_sent',
  authorized: 'authorization_counted',
  capturing: 'capture_sent',
  paid: 'capture_counted',
  voiding: 'void_sent',
  voided: 'void_counted',
  partially_refunded: 'part_refunded',
  refunded: 'wholly_refunded',
  expired: 'deadline_passed',
  reclaimed: 'reclaim_counted',
  failed: 'authorization_failed',
};

/**
 * Every legal move of a commerce payment; what is not written here cannot happen. A reorg may undo any of the events that count and leave others, and
 * opens operations again one after the other, so that a status leads to nearly every other; what was authorised in time may be seen late.
 */
export const commerceMachine: Machine<CommerceStatus, CommerceChange> = {
  pending: {
    authorization_sent: 'authorizing',
    authorization_counted: 'authorized',
    capture_sent: 'capturing',
    capture_counted: 'paid',
    void_sent: 'voiding',
    void_counted: 'voided',
    part_refunded: 'partially_refunded',
    wholly_refunded: 'refunded',
    deadline_passed: 'expired',
    reclaim_counted: 'reclaimed',
  },
  authorizing: {
    awaited: 'pending',
    authorization_counted: 'authorized',
    capture_sent: 'capturing',
    capture_counted: 'paid',
    void_sent: 'voiding',
    void_counted: 'voided',
    part_refunded: 'partially_refunded',
    wholly_refunded: 'refunded',
    deadline_passed: 'expired',
    reclaim_counted: 'reclaimed',
    authorization_failed: 'failed',
  },
  authorized: {
    awaited: 'pending',
    authorization_sent: 'authorizing',
    capture_sent: 'capturing',
    capture_counted: 'paid',
    void_sent: 'voiding',
    void_counted: 'voided',
    wholly_refunded: 'refunded',
    deadline_passed: 'expired',
    reclaim_counted: 'reclaimed',
    authorization_failed: 'failed',
  },
  capturing: {
    awaited: 'pending',
    authorization_counted: 'authorized',
    capture_counted: 'paid',
    void_sent: 'voiding',
    void_counted: 'voided',
    part_refunded: 'partially_refunded',
    wholly_refunded: 'refunded',
    deadline_passed: 'expired',
    reclaim_counted: 'reclaimed',
    authorization_failed: 'failed',
  },
  paid: {
    awaited: 'pending',
    authorization_sent: 'authorizing',
    authorization_counted: 'authorized',
    capture_sent: 'capturing',
    void_sent: 'voiding',
    void_counted: 'voided',
    part_refunded: 'partially_refunded',
    wholly_refunded: 'refunded',
    deadline_passed: 'expired',
    reclaim_counted: 'reclaimed',
    authorization_failed: 'failed',
  },
  voiding: {
    awaited: 'pending',
    authorization_counted: 'authorized',
    capture_sent: 'capturing',
    capture_counted: 'paid',
    void_counted: 'voided',
    part_refunded: 'partially_refunded',
    wholly_refunded: 'refunded',
    deadline_passed: 'expired',
    reclaim_counted: 'reclaimed',
    authorization_failed: 'failed',
  },
  voided: {
    awaited: 'pending',
    authorization_sent: 'authorizing',
    authorization_counted: 'authorized',
    capture_sent: 'capturing',
    capture_counted: 'paid',
    void_sent: 'voiding',
    wholly_refunded: 'refunded',
    deadline_passed: 'expired',
    reclaim_counted: 'reclaimed',
    authorization_failed: 'failed',
  },
  refunded: {
    awaited: 'pending',
    authorization_sent: 'authorizing',
    authorization_counted: 'authorized',
    capture_sent: 'capturing',
    capture_counted: 'paid',
    void_sent: 'voiding',
    void_counted: 'voided',
    part_refunded: 'partially_refunded',
    deadline_passed: 'expired',
    reclaim_counted: 'reclaimed',
    authorization_failed: 'failed',
  },
  partially_refunded: {
    awaited: 'pending',
    authorization_sent: 'authorizing',
    authorization_counted: 'authorized',
    capture_sent: 'capturing',
    capture_counted: 'paid',
    void_sent: 'voiding',
    void_counted: 'voided',
    wholly_refunded: 'refunded',
    deadline_passed: 'expired',
    reclaim_counted: 'reclaimed',
    authorization_failed: 'failed',
  },
  expired: {
    authorization_sent: 'authorizing',
    authorization_counted: 'authorized',
    capture_sent: 'capturing',
    capture_counted: 'paid',
    void_sent: 'voiding',
    void_counted: 'voided',
    part_refunded: 'partially_refunded',
    wholly_refunded: 'refunded',
    reclaim_counted: 'reclaimed',
  },
  reclaimed: {
    awaited: 'pending',
    authorization_sent: 'authorizing',
    authorization_counted: 'authorized',
    capture_sent: 'capturing',
    capture_counted: 'paid',
    void_sent: 'voiding',
    void_counted: 'voided',
    wholly_refunded: 'refunded',
    deadline_passed: 'expired',
    authorization_failed: 'failed',
  },
  failed: {
    authorization_sent: 'authorizing',
    authorization_counted: 'authorized',
    capture_sent: 'capturing',
    capture_counted: 'paid',
    void_sent: 'voiding',
    void_counted: 'voided',
    part_refunded: 'partially_refunded',
    wholly_refunded: 'refunded',
    deadline_passed: 'expired',
    reclaim_counted: 'reclaimed',
  },
};

/** What is true of a payment that comes to stand there. */
export function changeTo(status: CommerceStatus): CommerceChange {
  return CHANGES[status];
}

/** Whether a text from the database is a status of a commerce payment. */
export function isCommerceStatus(text: string): text is CommerceStatus {
  return STATUSES.some((status) => status === text);
}
