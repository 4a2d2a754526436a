import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { deleteEndedOverrides } from './store.ts';

/** Not urgent: what has ended does not count. */
const EVERY_MS = 60_000;

/** One statement's worth: its locks are held for some milliseconds. */
const BATCH_MAX = 500;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'remove overrides of wallets that have ended',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) => deleteEndedOverrides(ctx, { before: ctx.now(), limit: BATCH_MAX }),
  },
];
