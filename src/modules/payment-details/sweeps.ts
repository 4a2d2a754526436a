import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { checkPaymentDetails } from './check-payment-details.ts';
import { eraseExpired } from './erase-payer-data.ts';
import { isDetailDue } from './store/payment-details.ts';

/** Days are counted, so minutes are often enough. */
const ERASE_EVERY_MS = 600_000;
const ERASE_BATCH_MAX = 100;

/** Only what is due is read. */
const CHECK_EVERY_MS = 2_000;
const CHECK_BATCH_MAX = 20;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'check bank accounts of payers',
    everyMs: CHECK_EVERY_MS,
    due: isDetailDue,
    batchMax: CHECK_BATCH_MAX,
    run: async (ctx) =>
      ctx.offRamp === undefined ? 0 : await checkPaymentDetails(ctx, ctx.offRamp, CHECK_BATCH_MAX),
  },
  {
    name: 'erase expired personal data',
    everyMs: ERASE_EVERY_MS,
    batchMax: ERASE_BATCH_MAX,
    run: (ctx) => eraseExpired(ctx, ERASE_BATCH_MAX),
  },
];
