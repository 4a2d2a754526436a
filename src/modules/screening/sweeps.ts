import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { finishScreenings } from './finish-screenings.ts';
import { queryAgain } from './query-again.ts';
import { ALERT_COUNTS_AGAIN_MS } from './receive-screening-alert.ts';
import { deleteOldAlerts } from './store/alerts.ts';
import { isWalletDue } from './store/link-wallets.ts';
import { deleteOldAnswers } from './store/list-answers.ts';
import { deleteOldVendorAnswers } from './store/vendor-answers.ts';

/** Not urgent. */
const EVERY_MS = 60_000;

/** One statement's worth: its locks are held for some milliseconds. */
const BATCH_MAX = 500;

/** A payer waits for it. */
const FINISH_EVERY_MS = 2_000;

/** As many calls of vendors at once as their public limits bear. */
const FINISH_BATCH_MAX = 20;

/** In a minute: half of the smallest public limit of a vendor in an hour. */
const ASKED_AGAIN_MAX = 8;

/** Long after it was last used, so that operators can read what a list said. Ours. */
const KEPT_MS = 24 * 60 * 60 * 1_000;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'remove old answers about wallets',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) =>
      deleteOldAnswers(ctx, {
        before: new Date(ctx.now().getTime() - KEPT_MS),
        limit: BATCH_MAX,
      }),
  },
  {
    name: 'remove old decisions of vendors',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) =>
      deleteOldVendorAnswers(ctx, {
        before: new Date(ctx.now().getTime() - KEPT_MS),
        limit: BATCH_MAX,
      }),
  },
  {
    name: 'remove old alerts of vendors',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) =>
      deleteOldAlerts(ctx, {
        before: new Date(ctx.now().getTime() - ALERT_COUNTS_AGAIN_MS),
        limit: BATCH_MAX,
      }),
  },
  {
    name: 'ask vendors again about old decisions',
    everyMs: EVERY_MS,
    // Never full: a full batch would be followed by another before the minute is over.
    batchMax: ASKED_AGAIN_MAX + 1,
    run: (ctx) => queryAgain(ctx, ASKED_AGAIN_MAX),
  },
  {
    name: 'finish screenings of vendors that were late',
    everyMs: FINISH_EVERY_MS,
    due: isWalletDue,
    batchMax: FINISH_BATCH_MAX,
    run: (ctx) => finishScreenings(ctx, FINISH_BATCH_MAX),
  },
];
