import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { deleteExpiredQuotes } from './store.ts';

/** Not urgent. */
const EVERY_MS = 60_000;

/** One statement's worth: its locks are held for some milliseconds. */
const BATCH_MAX = 500;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'remove expired quotes',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) => deleteExpiredQuotes(ctx, BATCH_MAX),
  },
];
