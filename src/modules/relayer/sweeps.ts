import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { followRelayed } from './follow-relayed.ts';

/** Only transactions that are due are read. */
const FOLLOW_EVERY_MS = 2_000;
const FOLLOW_BATCH_MAX = 50;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'follow relayed transactions',
    everyMs: FOLLOW_EVERY_MS,
    batchMax: FOLLOW_BATCH_MAX,
    run: (ctx) => followRelayed(ctx, FOLLOW_BATCH_MAX),
  },
];
