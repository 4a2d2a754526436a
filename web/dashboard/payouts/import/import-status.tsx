import type { ReactElement } from 'react';
import { payoutMessages } from '../../messages/en-payouts.ts';
import { Badge, type BadgeStyle } from '../../ui/badge.tsx';

const { statuses } = payoutMessages.imports;

const BADGES: Readonly<Record<keyof typeof statuses, BadgeStyle>> = {
  running: 'warn',
  completed: 'good',
  stopped: 'stop',
};

/** Where an import stands, in a word. */
export function ImportStatus({ status }: { readonly status: keyof typeof statuses }): ReactElement {
  return <Badge kind={BADGES[status]}>{statuses[status]}</Badge>;
}
