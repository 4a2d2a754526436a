import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { pruneChallenges } from './prune-challenges.ts';
import { pruneSessions } from './prune-sessions.ts';

/** Not urgent. */
const EVERY_MS = 60_000;

/** One statement's worth: its locks are held for some milliseconds. */
const BATCH_MAX = 500;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'prune wallet challenges',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) => pruneChallenges(ctx, BATCH_MAX),
  },
  {
    name: 'prune sessions',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) => pruneSessions(ctx, BATCH_MAX),
  },
];
