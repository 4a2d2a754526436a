import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { forgetChallenges } from './forget-challenges.ts';
import { forgetSessions } from './forget-sessions.ts';

/** Nobody waits for this. */
const EVERY_MS = 60_000;

/** One statement's worth: its locks are held for some milliseconds. */
const BATCH_MAX = 500;

/** What this room does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'forget wallet challenges',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) => forgetChallenges(ctx, BATCH_MAX),
  },
  {
    name: 'forget sessions',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) => forgetSessions(ctx, BATCH_MAX),
  },
];
