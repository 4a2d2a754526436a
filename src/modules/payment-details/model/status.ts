import type { Machine } from '#kit/machine.ts';

/** Whether a bank account may be paid out to: `approved` alone. */
export type PaymentDetailStatus = 'pending' | 'approved' | 'failed';

/** What changes it, each said by the provider that pays out. */
export type PaymentDetailEvent = 'accepted' | 'refused' | 'deactivated';

/** The table of legal moves. An account that failed stays so: its owner sends another one. */
export const paymentDetailMachine: Machine<PaymentDetailStatus, PaymentDetailEvent> = {
  pending: { accepted: 'approved', refused: 'failed' },
  approved: { deactivated: 'failed' },
  failed: {},
};
