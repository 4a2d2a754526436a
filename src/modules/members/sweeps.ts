import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { pruneInvitations } from './prune-invitations.ts';

/** Not urgent. */
const EVERY_MS = 60_000;

/** One statement's worth: its locks are held for some milliseconds. */
const BATCH_MAX = 500;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'prune invitations',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) => pruneInvitations(ctx, BATCH_MAX),
  },
];
