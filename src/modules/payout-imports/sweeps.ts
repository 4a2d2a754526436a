import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { runPayoutImports } from './run-payout-imports.ts';
import { isImportDue, PAYOUT_IMPORT_CHANNEL } from './store/imports.ts';

/** A new import wakes it; the slow poll is for a kill, and for what is tried again. */
const RUN_EVERY_MS = 2_000;

/** Each is a transaction of its own; after these, other work and the stop of the process have their say. */
const RUN_BATCH_MAX = 50;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'create imported payouts',
    everyMs: RUN_EVERY_MS,
    due: isImportDue,
    channel: PAYOUT_IMPORT_CHANNEL,
    batchMax: RUN_BATCH_MAX,
    run: (ctx, signal) => runPayoutImports(ctx, RUN_BATCH_MAX, signal),
  },
];
