import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { pruneLinkIntents } from './prune-link-intents.ts';

/** Not urgent. */
const EVERY_MS = 60_000;

/** One statement's worth: its locks are held for some milliseconds. */
const BATCH_MAX = 500;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'prune link intents',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) => pruneLinkIntents(ctx, BATCH_MAX),
  },
];
