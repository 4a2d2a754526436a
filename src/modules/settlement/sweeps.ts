import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { finalizeTransfers } from './finalize-transfers.ts';
import { settleTransfers } from './settle-transfers.ts';

/**
 * Watchers settle what they see at once. The sweep is for what they left: a kill between seeing
 * and settling, a failed settlement, a flood.
 */
const SETTLE_EVERY_MS = 2_000;

/** Each transfer is a transaction of some milliseconds, so a batch is well under a second. */
const SETTLE_BATCH_MAX = 100;

/** Nobody waits for finality to the second. */
const FINALIZE_EVERY_MS = 5_000;

/** Each is a transaction of some milliseconds too. */
const FINALIZE_BATCH_MAX = 100;

/** What this room does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'settle transfers',
    everyMs: SETTLE_EVERY_MS,
    batchMax: SETTLE_BATCH_MAX,
    run: (ctx) => settleTransfers(ctx, SETTLE_BATCH_MAX, { asks: true }),
  },
  {
    name: 'finalize transfers',
    everyMs: FINALIZE_EVERY_MS,
    batchMax: FINALIZE_BATCH_MAX,
    run: (ctx) => finalizeTransfers(ctx, FINALIZE_BATCH_MAX),
  },
];
