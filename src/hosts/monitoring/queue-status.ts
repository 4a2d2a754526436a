import type { Status } from './status.ts';

/** What waits to be done, in the order in which a payment passes it. */
export const QUEUES = [
  'transfers',
  'held_payments',
  'crosschain_payments',
  'screened_wallets',
  'events',
  'webhook_deliveries',
  'recurring_payments',
  'sent_transactions',
  'commerce_transactions',
] as const;

/** One kind of work that waits. */
export interface QueueStatus {
  readonly queue: (typeof QUEUES)[number];
  readonly waiting: number;
  /** For how long the oldest waits, of what has a time at which it is due since then; null where nothing waits or it is not read. */
  readonly oldestSeconds: number | null;
  /** What was given up and can be tried again; null where nothing is given up. */
  readonly givenUp: number | null;
}

type Waiting = Omit<QueueStatus, 'queue'>;

type Queues = Pick<
  Status,
  'webhooks' | 'held' | 'wallets' | 'networks' | 'intents' | 'senders' | 'recurring' | 'escrows'
>;

/** How much waits in each queue, of all networks together. */
export function queueStatuses(status: Queues): readonly QueueStatus[] {
  const { webhooks, held, wallets, networks, intents, senders, recurring, escrows } = status;
  const of: Record<QueueStatus['queue'], Waiting> = {
    transfers: waitingOf(networks, ({ seen }) => ({ waiting: seen, oldestSeconds: null })),
    held_payments: waiting(held.undecided, held.undecidedSeconds),
    crosschain_payments: waitingOf(intents.open, ({ intents, oldestSeconds }) => ({
      waiting: intents,
      oldestSeconds,
    })),
    screened_wallets: waiting(wallets.waiting, wallets.waitingSeconds),
    events: waiting(webhooks.eventsWaiting, null),
    webhook_deliveries: {
      ...waiting(webhooks.waiting, webhooks.lateSeconds),
      givenUp: webhooks.lost,
    },
    recurring_payments: waitingOf(recurring, ({ due, lateSeconds }) => ({
      waiting: due,
      oldestSeconds: lateSeconds,
    })),
    sent_transactions: waitingOf(senders, ({ open, oldestSeconds }) => ({
      waiting: open,
      oldestSeconds,
    })),
    commerce_transactions: waitingOf(escrows, ({ openOperations, oldestSeconds }) => ({
      waiting: openOperations,
      oldestSeconds,
    })),
  };
  return QUEUES.map((queue) => ({ queue, ...of[queue] }));
}

function waiting(count: number, oldestSeconds: number | null): Waiting {
  return { waiting: count, oldestSeconds: count === 0 ? null : oldestSeconds, givenUp: null };
}

/** What waits on several networks, or in several states, together. */
function waitingOf<Part>(
  parts: readonly Part[],
  read: (part: Part) => Pick<Waiting, 'waiting' | 'oldestSeconds'>,
): Waiting {
  const all = parts.map(read);
  const count = all.reduce((sum, one) => sum + one.waiting, 0);
  const ages = all.flatMap(({ waiting, oldestSeconds }) =>
    waiting === 0 || oldestSeconds === null ? [] : [oldestSeconds],
  );
  return waiting(count, ages.length === 0 ? null : Math.max(...ages));
}
