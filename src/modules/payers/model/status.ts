import type { Machine } from '#kit/machine.ts';

/** Where the check of an identity may stand, as its table allows. */
export const IDENTITY_STATUSES = [
  'not_started',
  'pending',
  'approved',
  'rejected',
  'retry_required',
] as const;

/** Where the check of an identity stands: `not_started` until the provider knows of it. */
export type PayerIdentityStatus = (typeof IDENTITY_STATUSES)[number];

/** What happens to the check of an identity. */
export type PayerIdentityEvent =
  | 'was_started'
  /** The provider says that it goes on. */
  | 'is_checked'
  | 'was_approved'
  | 'was_rejected'
  | 'needs_retry'
  /** The provider says what it does not document. */
  | 'became_unclear'
  /** Another check takes its place: the person is described otherwise, or has to try again. */
  | 'begins_anew';

/** Every legal move of the check of an identity. Only what the provider says of this very check approves. */
export const payerIdentityMachine: Machine<PayerIdentityStatus, PayerIdentityEvent> = {
  not_started: { was_started: 'pending' },
  pending: {
    was_approved: 'approved',
    was_rejected: 'rejected',
    needs_retry: 'retry_required',
    begins_anew: 'not_started',
  },
  approved: {
    is_checked: 'pending',
    became_unclear: 'pending',
    was_rejected: 'rejected',
    needs_retry: 'retry_required',
    begins_anew: 'not_started',
  },
  rejected: { was_approved: 'approved', is_checked: 'pending', needs_retry: 'retry_required' },
  retry_required: {
    is_checked: 'pending',
    was_approved: 'approved',
    was_rejected: 'rejected',
    begins_anew: 'not_started',
  },
};

/** Whether a text from the database is a status of a check. */
export function isPayerIdentityStatus(text: string): text is PayerIdentityStatus {
  return IDENTITY_STATUSES.some((status) => status === text);
}

/** Where an agreement may stand, as its table allows. */
export const AGREEMENT_STATUSES = [
  'not_started',
  'pending',
  'completed',
  'rejected',
  'failed',
] as const;

/** Where an agreement stands. The platform reports it; `pending` and `failed` are of providers that Florin does not use. */
export type PayerAgreementStatus = (typeof AGREEMENT_STATUSES)[number];

/** What happens to an agreement. */
export type PayerAgreementEvent = 'was_agreed' | 'was_declined';

/** Every legal move of an agreement. */
export const payerAgreementMachine: Machine<PayerAgreementStatus, PayerAgreementEvent> = {
  not_started: { was_agreed: 'completed', was_declined: 'rejected' },
  pending: { was_agreed: 'completed', was_declined: 'rejected' },
  completed: { was_declined: 'rejected' },
  rejected: { was_agreed: 'completed' },
  failed: { was_agreed: 'completed', was_declined: 'rejected' },
};

/** Whether a text from the database is a status of an agreement. */
export function isPayerAgreementStatus(text: string): text is PayerAgreementStatus {
  return AGREEMENT_STATUSES.some((status) => status === text);
}
