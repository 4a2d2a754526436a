import type { Context } from '#context.ts';
import { REVOCATION_CHANNEL } from '#modules/clients/index.ts';
import type { Sweep } from '#platform/sweep.ts';
import { expireSecurePayments } from './expire-secure-payments.ts';
import { invalidateSecurePayments } from './invalidate-secure-payments.ts';
import { isLinkDue } from './store/links.ts';

/** Deadlines have seconds; more frequent runs would change nothing. */
const EXPIRY_EVERY_MS = 1_000;

/** One transaction's worth: its locks are held for some milliseconds. */
const EXPIRY_BATCH_MAX = 200;

/** A revocation wakes it at once; this finds what was held, being paid or created in that very moment. */
const WITHDRAWAL_EVERY_MS = 10_000;

/** One transaction's worth, as of the expiry. */
const WITHDRAWAL_BATCH_MAX = 200;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'expire secure payments',
    everyMs: EXPIRY_EVERY_MS,
    due: isLinkDue,
    batchMax: EXPIRY_BATCH_MAX,
    run: (ctx) => expireSecurePayments(ctx, EXPIRY_BATCH_MAX),
  },
  {
    name: 'invalidate secure payments',
    everyMs: WITHDRAWAL_EVERY_MS,
    channel: REVOCATION_CHANNEL,
    batchMax: WITHDRAWAL_BATCH_MAX,
    run: (ctx) => invalidateSecurePayments(ctx, WITHDRAWAL_BATCH_MAX),
  },
];
