import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { followPaymentIntents } from './follow-payment-intents.ts';
import { isIntentDue } from './store/due-intents.ts';

/** Only intents that are due are read, each at its own pace. */
const FOLLOW_EVERY_MS = 1_000;

/** As many as go into one request to a node. */
const FOLLOW_BATCH_MAX = 100;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'follow payment intents',
    everyMs: FOLLOW_EVERY_MS,
    due: isIntentDue,
    batchMax: FOLLOW_BATCH_MAX,
    run: (ctx) => followPaymentIntents(ctx, FOLLOW_BATCH_MAX),
  },
];
