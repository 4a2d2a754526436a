import type { Machine } from '#kit/machine.ts';

const STATUSES = [
  'drafted',
  'opened',
  'initiated',
  'pending_internal_assessment',
  'ongoing_checks',
  'sending_fiat',
  'fiat_sent',
  'confirmed',
  'bounced',
  'refunded',
  'failed',
  'voided',
] as const;

/** Where a payout to a bank account stands. */
export type OffRampStatus = (typeof STATUSES)[number];

/** What happens to a payout. */
export type OffRampEvent =
  | 'was_ordered'
  | 'was_paid_for'
  | 'was_taken_up'
  | 'was_credited'
  | 'was_submitted'
  | 'was_processed'
  | 'was_confirmed'
  | 'came_back'
  | 'was_refunded'
  | 'was_given_up'
  | 'was_never_paid_for';

/** Every legal move of a payout; what is not written here cannot happen. */
export const offRampMachine: Machine<OffRampStatus, OffRampEvent> = {
  drafted: { was_ordered: 'opened', was_never_paid_for: 'voided' },
  opened: { was_paid_for: 'initiated', was_never_paid_for: 'voided' },
  initiated: { was_taken_up: 'pending_internal_assessment', was_given_up: 'failed' },
  pending_internal_assessment: { was_credited: 'ongoing_checks', was_given_up: 'failed' },
  ongoing_checks: { was_submitted: 'sending_fiat', was_given_up: 'failed' },
  sending_fiat: { was_processed: 'fiat_sent', came_back: 'bounced', was_given_up: 'failed' },
  fiat_sent: { was_confirmed: 'confirmed', came_back: 'bounced', was_given_up: 'failed' },
  // A bank can send money back days after it took it.
  confirmed: { came_back: 'bounced' },
  bounced: { was_refunded: 'refunded', was_given_up: 'failed' },
  refunded: {},
  failed: {},
  voided: {},
};

/** Whether a text of the database is a status. */
export function isOffRampStatus(text: string): text is OffRampStatus {
  return STATUSES.some((status) => status === text);
}

/** Whether nothing more can come of a payout. */
export function isOver(status: OffRampStatus): boolean {
  return status === 'refunded' || status === 'failed' || status === 'voided';
}
