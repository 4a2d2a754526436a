import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { createRecurringRequests } from './create-recurring-requests.ts';
import { deleteEndedSignedPayments } from './store/signed-payments.ts';

/** What has ended is harmless, so this only keeps the table small. */
const PRUNE_EVERY_MS = 60 * 60 * 1_000;
const PRUNE_BATCH_MAX = 500;
/** Submitted again within it, the same is answered as before. */
const KEPT_AFTER_END_MS = 24 * 60 * 60 * 1_000;

/** Dates have no seconds; whoever waits for midnight is not kept waiting for longer. */
const RECURRING_EVERY_MS = 10_000;
/** Each is a transaction of its own; after these, other processes and the stop of this one have their say. */
const RECURRING_BATCH_MAX = 100;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'create recurring requests',
    everyMs: RECURRING_EVERY_MS,
    batchMax: RECURRING_BATCH_MAX,
    run: (ctx, signal) => createRecurringRequests(ctx, RECURRING_BATCH_MAX, signal),
  },
  {
    name: 'prune signed payments',
    everyMs: PRUNE_EVERY_MS,
    batchMax: PRUNE_BATCH_MAX,
    run: (ctx) =>
      deleteEndedSignedPayments(ctx, {
        endedBefore: new Date(ctx.now().getTime() - KEPT_AFTER_END_MS),
        limit: PRUNE_BATCH_MAX,
      }),
  },
];
