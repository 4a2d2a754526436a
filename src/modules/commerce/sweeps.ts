import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { expireCommercePayments } from './expire-commerce-payments.ts';
import { followOperations } from './follow-operations.ts';
import { observeEscrows } from './observe-escrows.ts';
import { isAnyWatched } from './store/cursors.ts';
import { isOperationDue } from './store/operations.ts';
import { isExpiryDue } from './store/payments.ts';

/** About a block of the networks with an escrow; two requests for each network, and none where nothing is held. */
const OBSERVE_EVERY_MS = 2_000;
/** Only operations that are due are read. */
const FOLLOW_EVERY_MS = 2_000;
const FOLLOW_BATCH_MAX = 50;
/** Expiries need not be punctual to the second. */
const EXPIRE_EVERY_MS = 5_000;
const EXPIRE_BATCH_MAX = 100;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'observe escrows',
    everyMs: OBSERVE_EVERY_MS,
    due: isAnyWatched,
    // One network that has more to read is reason enough to read again at once.
    batchMax: 1,
    run: observeEscrows,
  },
  {
    name: 'follow commerce operations',
    everyMs: FOLLOW_EVERY_MS,
    due: isOperationDue,
    batchMax: FOLLOW_BATCH_MAX,
    run: (ctx) => followOperations(ctx, FOLLOW_BATCH_MAX),
  },
  {
    name: 'expire commerce payments',
    everyMs: EXPIRE_EVERY_MS,
    due: isExpiryDue,
    batchMax: EXPIRE_BATCH_MAX,
    run: (ctx) => expireCommercePayments(ctx, EXPIRE_BATCH_MAX),
  },
];
