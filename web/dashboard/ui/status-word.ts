import type { RequestSummary } from '../api/shapes.ts';
import type { BadgeStyle } from './badge.tsx';

const STATUSES: Readonly<Record<string, readonly [BadgeStyle, string]>> = {
  created: ['plain', 'Waiting for payment'],
  pending: ['warn', 'Seen, not confirmed'],
  partially_paid: ['warn', 'Partly paid'],
  paid: ['good', 'Paid'],
  cancelled: ['stop', 'Withdrawn'],
};

const LINK_STATUSES: Readonly<Record<string, readonly [BadgeStyle, string]>> = {
  expired: ['stop', 'Expired'],
  invalidated: ['stop', 'Invalidated'],
  compliance_failed: ['stop', 'Blocked by screening'],
};

/** What is read of a request for its status. */
export type StatusShown = Pick<RequestSummary, 'status'> &
  Partial<Pick<RequestSummary, 'securePaymentStatus'>>;

/**
 * The status of a request by the API's word: of one that nothing was paid of, why it cannot be paid any more. One that is
 * cancelled although no link of it was withdrawn is a payout that the bank sent back.
 */
export function statusWord({
  status,
  securePaymentStatus = null,
}: StatusShown): readonly [BadgeStyle, string] {
  if (status === 'cancelled' && securePaymentStatus !== 'invalidated')
    return ['stop', 'Sent back by the bank'];
  const ended = status === 'created' || status === null ? securePaymentStatus : null;
  return LINK_STATUSES[ended ?? ''] ?? STATUSES[status ?? 'created'] ?? ['plain', String(status)];
}
