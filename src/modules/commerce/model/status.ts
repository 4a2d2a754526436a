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

/** What a reorg leads back to from any state behind the authorisation. */
const UNAUTHORIZED = {
  awaited: 'pending',
  authorization_sent: 'authorizing',
  authorization_failed: 'failed',
} as const;
const HELD = {
  authorization_counted: 'authorized',
  capture_sent: 'capturing',
  void_sent: 'voiding',
  deadline_passed: 'expired',
} as const;
const CAPTURED = {
  capture_counted: 'paid',
  part_refunded: 'partially_refunded',
  wholly_refunded: 'refunded',
} as const;
const RELEASED = { void_counted: 'voided', reclaim_counted: 'reclaimed' } as const;

/** Every legal move of a commerce payment. What is not written here cannot happen. */
export const commerceMachine: Machine<CommerceStatus, CommerceChange> = {
  pending: {
    authorization_sent: 'authorizing',
    authorization_counted: 'authorized',
    capture_counted: 'paid',
    deadline_passed: 'expired',
  },
  authorizing: {
    awaited: 'pending',
    authorization_counted: 'authorized',
    capture_counted: 'paid',
    authorization_failed: 'failed',
    deadline_passed: 'expired',
  },
  failed: {
    awaited: 'pending',
    authorization_sent: 'authorizing',
    authorization_counted: 'authorized',
    capture_counted: 'paid',
    deadline_passed: 'expired',
  },
  // What was authorised in time may be seen late.
  expired: { ...UNAUTHORIZED, ...HELD, ...CAPTURED, ...RELEASED },
  authorized: { ...UNAUTHORIZED, ...HELD, capture_counted: 'paid', ...RELEASED },
  capturing: { ...UNAUTHORIZED, ...HELD, ...CAPTURED, ...RELEASED },
  voiding: { ...UNAUTHORIZED, ...HELD, ...CAPTURED, ...RELEASED },
  paid: { ...UNAUTHORIZED, ...HELD, ...CAPTURED },
  partially_refunded: { ...UNAUTHORIZED, ...HELD, ...CAPTURED },
  refunded: { ...UNAUTHORIZED, ...HELD, ...CAPTURED },
  voided: { ...UNAUTHORIZED, ...HELD },
  reclaimed: { ...UNAUTHORIZED, ...HELD },
};

/** What is true of a payment that comes to stand there. */
export function changeTo(status: CommerceStatus): CommerceChange {
  return CHANGES[status];
}

/** Whether a text from the database is a status of a commerce payment. */
export function isCommerceStatus(text: string): text is CommerceStatus {
  return STATUSES.some((status) => status === text);
}
