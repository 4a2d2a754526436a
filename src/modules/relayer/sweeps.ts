import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { followRelayed } from './follow-relayed.ts';
import { readSenders } from './read-senders.ts';
import { resendRemoved } from './resend-removed.ts';
import { isRelayedDue } from './store.ts';

/** Only transactions that are due are read. */
const FOLLOW_EVERY_MS = 2_000;
const FOLLOW_BATCH_MAX = 50;
/** A few reads a minute, of which one process does each. */
const READ_EVERY_MS = 20_000;
/** More than there are networks. */
const READ_BATCH_MAX = 100;

/** One read of each network with a key; a reorg that removes what has ended is rare. */
const RESEND_EVERY_MS = 15_000;
/** More than a reorg removes of the senders of all networks. */
const RESEND_BATCH_MAX = 1_000;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'follow relayed transactions',
    everyMs: FOLLOW_EVERY_MS,
    due: isRelayedDue,
    batchMax: FOLLOW_BATCH_MAX,
    run: (ctx) => followRelayed(ctx, FOLLOW_BATCH_MAX),
  },
  {
    name: 'read senders',
    everyMs: READ_EVERY_MS,
    batchMax: READ_BATCH_MAX,
    run: readSenders,
  },
  {
    name: 'send removed transactions again',
    everyMs: RESEND_EVERY_MS,
    batchMax: RESEND_BATCH_MAX,
    run: resendRemoved,
  },
];
