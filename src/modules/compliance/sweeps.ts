import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { deleteRefusedWallets } from './store.ts';

/** Not urgent. */
const EVERY_MS = 60_000;

/** One statement's worth: its locks are held for some milliseconds. */
const BATCH_MAX = 500;

/** Long enough for whoever looks once in a month. Ours. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'remove wallets that were refused long ago',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) =>
      deleteRefusedWallets(ctx, {
        before: new Date(ctx.now().getTime() - KEPT_MS),
        limit: BATCH_MAX,
      }),
  },
];
