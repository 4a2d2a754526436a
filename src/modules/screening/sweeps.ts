import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { deleteOldAnswers } from './store.ts';

/** Not urgent. */
const EVERY_MS = 60_000;

/** One statement's worth: its locks are held for some milliseconds. */
const BATCH_MAX = 500;

/** Long after it was last used, so that operators can read what a list said. Ours. */
const KEPT_MS = 24 * 60 * 60 * 1_000;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'remove old answers about wallets',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) =>
      deleteOldAnswers(ctx, {
        before: new Date(ctx.now().getTime() - KEPT_MS),
        limit: BATCH_MAX,
      }),
  },
];
