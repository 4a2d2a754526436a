import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { pruneNonces } from './prune-nonces.ts';

/** Not urgent. */
const EVERY_MS = 60_000;

/** One statement's worth: its locks are held for some milliseconds. */
const BATCH_MAX = 500;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'prune nonces of payee destinations',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) => pruneNonces(ctx, BATCH_MAX),
  },
];
