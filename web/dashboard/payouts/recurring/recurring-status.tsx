import type { ReactElement } from 'react';
import { recurringMessages } from '../../messages/en-payouts.ts';
import { Badge, type BadgeStyle } from '../../ui/badge.tsx';

const { statuses } = recurringMessages;

const BADGES: Readonly<Record<keyof typeof statuses, BadgeStyle>> = {
  pending: 'plain',
  active: 'good',
  paused: 'warn',
  completed: 'good',
  cancelled: 'stop',
};

/** Where a recurring payout stands, in a word. */
export function RecurringStatus({
  status,
}: {
  readonly status: keyof typeof statuses;
}): ReactElement {
  return <Badge kind={BADGES[status]}>{statuses[status]}</Badge>;
}
