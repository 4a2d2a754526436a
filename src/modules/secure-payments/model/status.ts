import type { Machine } from '#kit/machine.ts';

/** Where a link may stand, as its table allows. */
export const SECURE_PAYMENT_STATUSES = [
  'pending',
  'completed',
  'expired',
  'invalidated',
  'compliance_failed',
] as const;

/** Where a link stands. */
export type SecurePaymentStatus = (typeof SECURE_PAYMENT_STATUSES)[number];

/** What can happen to a link. */
export type SecurePaymentEvent =
  | 'settled'
  | 'deadline_passed'
  | 'withdrawn'
  | 'screening_rejected'
  | 'confirmation_undone'
  | 'late_confirmation_undone';

/** Every legal move of a secure payment. What is not written here cannot happen. */
export const securePaymentMachine: Machine<SecurePaymentStatus, SecurePaymentEvent> = {
  pending: {
    settled: 'completed',
    deadline_passed: 'expired',
    withdrawn: 'invalidated',
    screening_rejected: 'compliance_failed',
  },
  completed: { confirmation_undone: 'pending', late_confirmation_undone: 'expired' },
  // Money that arrives after the deadline is still the payee's: it settles late rather than vanish.
  expired: { settled: 'completed' },
  invalidated: {},
  compliance_failed: {},
};

/** Whether a text from the database is a status of a secure payment. */
export function isSecurePaymentStatus(text: string): text is SecurePaymentStatus {
  return SECURE_PAYMENT_STATUSES.some((status) => status === text);
}
