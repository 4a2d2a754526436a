import type { ReactElement } from 'react';
import { payoutMessages } from '../messages/en-payouts.ts';
import { Badge, type BadgeStyle } from '../ui/badge.tsx';

const { statuses } = payoutMessages.bundles;

const BADGES: Readonly<Record<keyof typeof statuses, BadgeStyle>> = {
  pending: 'plain',
  completed: 'good',
  partially_settled: 'warn',
  expired: 'stop',
};

/** Where a bundle stands, in a word. */
export function BundleStatus({ status }: { readonly status: keyof typeof statuses }): ReactElement {
  return <Badge kind={BADGES[status]}>{statuses[status]}</Badge>;
}
