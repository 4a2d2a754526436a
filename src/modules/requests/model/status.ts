import type { Machine } from '#kit/machine.ts';
import type { PaymentTotals } from '#modules/ledger/index.ts';

const REQUEST_STATUSES = ['created', 'partially_paid', 'paid'] as const;

/** How far a request is paid. */
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** The sum of the active payments, passed to the state machine whenever one is added or undone. */
export type RequestEvent = 'none_active' | 'partial_active' | 'full_active';

/** Every legal move of a request. A reorg can lead back from any state to an earlier one. */
export const requestMachine: Machine<RequestStatus, RequestEvent> = {
  created: { partial_active: 'partially_paid', full_active: 'paid' },
  partially_paid: { none_active: 'created', full_active: 'paid' },
  paid: { none_active: 'created', partial_active: 'partially_paid' },
};

/** Whether a text from the database is a status of a request. */
export function isRequestStatus(text: string): text is RequestStatus {
  return REQUEST_STATUSES.some((status) => status === text);
}

/** The event of the state table that totals stand for. */
export function requestEventOf({ amounts }: PaymentTotals): RequestEvent {
  return `${amounts}_active`;
}
