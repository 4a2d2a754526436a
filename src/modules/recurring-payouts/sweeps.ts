import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { runRecurringPayouts } from './run-recurring-payouts.ts';
import { isPayoutDue } from './store/payouts.ts';

/** Only what is due is read. */
const RUN_EVERY_MS = 1_000;

/** Each may send a transaction, and all are done within their lease. */
const RUN_BATCH_MAX = 20;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'run recurring payouts',
    everyMs: RUN_EVERY_MS,
    due: isPayoutDue,
    batchMax: RUN_BATCH_MAX,
    run: (ctx) => runRecurringPayouts(ctx, RUN_BATCH_MAX),
  },
];
