import { expect, it } from 'vitest';
import { queueStatuses } from './queue-status.ts';

const nothing = {
  networks: [],
  intents: { open: [], overdue: 0 },
  senders: [],
  recurring: [],
  escrows: [],
  held: { undecided: 0, undecidedSeconds: 0, refused: 0 },
  wallets: {
    waiting: 0,
    waitingSeconds: 0,
    failedLately: 0,
    isFailing: false,
    rejectedLately: 0,
  },
  webhooks: { eventsWaiting: 0, waiting: 0, lateSeconds: 0, lost: 0 },
} as const;

it('adds up what waits on all networks, with the age of the oldest of all', () => {
  const open = [
    { status: 'source_seen', intents: 2, oldestSeconds: 40 },
    { status: 'filled', intents: 1, oldestSeconds: 90 },
  ];
  const queues = queueStatuses({ ...nothing, intents: { open, overdue: 0 } });
  expect(queues).toContainEqual({
    queue: 'crosschain_payments',
    waiting: 3,
    oldestSeconds: 90,
    givenUp: null,
  });
});

it('says no age of what is empty or whose age nobody reads', () => {
  const queues = queueStatuses({
    ...nothing,
    webhooks: { eventsWaiting: 4, waiting: 0, lateSeconds: 0, lost: 7 },
  });
  const of = (name: string) => queues.find(({ queue }) => queue === name);
  expect(of('events')).toMatchObject({ waiting: 4, oldestSeconds: null });
  expect(of('webhook_deliveries')).toMatchObject({ waiting: 0, oldestSeconds: null, givenUp: 7 });
});
