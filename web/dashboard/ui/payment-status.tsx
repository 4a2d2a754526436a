import type { ReactElement } from 'react';
import type { RequestSummary } from '../api/shapes.ts';
import { Badge, type BadgeStyle } from './badge.tsx';

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

/** The status of a request by the API's word: of one that nothing was paid of, why it cannot be paid any more. */
export function PaymentStatus({
  status,
  securePaymentStatus = null,
}: Pick<RequestSummary, 'status'> &
  Partial<Pick<RequestSummary, 'securePaymentStatus'>>): ReactElement {
  const ended = status === 'created' || status === null ? securePaymentStatus : null;
  const [kind, word] = LINK_STATUSES[ended ?? ''] ??
    STATUSES[status ?? 'created'] ?? ['plain', String(status)];
  return <Badge kind={kind}>{word}</Badge>;
}
