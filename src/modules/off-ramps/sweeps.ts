import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { deleteCallbacks } from './store.ts';

/** Older callbacks than ten minutes are refused by their age; the rest is room for a clock that was moved. */
const KEPT_MS = 7 * 86_400_000;
const PRUNE_EVERY_MS = 3_600_000;
const PRUNE_BATCH_MAX = 500;

/** What this module does unattended; orders are followed by `settlement`. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'prune off-ramp callbacks',
    everyMs: PRUNE_EVERY_MS,
    batchMax: PRUNE_BATCH_MAX,
    run: (ctx) => deleteCallbacks(ctx, new Date(ctx.now().getTime() - KEPT_MS), PRUNE_BATCH_MAX),
  },
];
