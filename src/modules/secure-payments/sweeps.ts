import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { expireSecurePayments } from './expire-secure-payments.ts';

/** A deadline is told to the second at most; nobody is served by looking more often. */
const EXPIRY_EVERY_MS = 1_000;

/** One transaction's worth: its locks are held for some milliseconds. */
const EXPIRY_BATCH_MAX = 200;

/** What this room does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'expire secure payments',
    everyMs: EXPIRY_EVERY_MS,
    batchMax: EXPIRY_BATCH_MAX,
    run: (ctx) => expireSecurePayments(ctx, EXPIRY_BATCH_MAX),
  },
];
