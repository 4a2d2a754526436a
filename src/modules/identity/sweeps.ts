import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { pruneChallenges } from './prune-challenges.ts';
import { prunePasskeyChallenges } from './prune-passkey-challenges.ts';
import { prunePendingSignIns } from './prune-pending-sign-ins.ts';
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
  {
    name: 'prune sign-ins that wait for a second factor',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) => prunePendingSignIns(ctx, BATCH_MAX),
  },
  {
    name: 'prune passkey challenges',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) => prunePasskeyChallenges(ctx, BATCH_MAX),
  },
];
