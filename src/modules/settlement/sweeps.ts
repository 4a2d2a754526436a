import type { Context } from '#context.ts';
import { followOrders, isOrderDue } from '#modules/off-ramps/index.ts';
import type { Sweep } from '#platform/sweep.ts';
import { decidePayers } from './decide-payers.ts';
import { finalizeTransfers } from './finalize-transfers.ts';
import { lookUpDeposits } from './look-up-deposits.ts';
import { recheckSingle } from './recheck-single.ts';
import { reconcileSlices } from './reconcile-slices.ts';
import { recordPayoutMoves } from './record-payout-moves.ts';
import { settleTransfers } from './settle-transfers.ts';
import { SETTLE_CHANNEL } from './store/blocks.ts';
import { isLookupDue } from './store/deposit-lookups.ts';
import { isTransferConfirmed, isTransferSeen } from './store/due.ts';
import { DECIDE_CHANNEL, isCheckDue } from './store/payer-checks.ts';
import { isAnyCredited } from './store/single-node.ts';

/**
 * Watchers settle at once what they see at the head. The sweep is for the rest: a backlog, a kill between
 * seeing and settling, a failed settlement, a flood, which wakes it.
 */
const SETTLE_EVERY_MS = 2_000;

/** One transaction of some hundred milliseconds, whose locks other transactions should not wait for any longer. */
const SETTLE_BATCH_MAX = 200;

/** Finality need not be reported to the second. */
const FINALIZE_EVERY_MS = 5_000;

/** Each is a transaction of some milliseconds too. */
const FINALIZE_BATCH_MAX = 100;

/** An outage takes minutes; what was credited in it is checked again soon after. */
const RECHECK_EVERY_MS = 5_000;

/** Each queries every node once. */
const RECHECK_BATCH_MAX = 100;

/** The requests of the last slice decide when the next is due, so this only decides how punctual it is. */
const RECONCILE_EVERY_MS = 10_000;

/** More networks than there are: no run is followed by another at once. */
const RECONCILE_BATCH_MAX = 100;

/** A payment waits for its deposit to be found before it counts. */
const LOOK_UP_EVERY_MS = 1_000;

/** Each reads three answers of a node. */
const LOOK_UP_BATCH_MAX = 20;

/** Only what is due is read; each order says when. */
const FOLLOW_PAYOUTS_EVERY_MS = 5_000;

/** Each is one call of the provider, and all are done within their lease where it answers. */
const FOLLOW_PAYOUTS_BATCH_MAX = 5;

/** What is held wakes it; the slow poll is for a kill, and for what is asked again. */
const DECIDE_EVERY_MS = 1_000;

/** Wallets of one network are looked up by one call. */
const DECIDE_BATCH_MAX = 50;

/** Each names three wallets at most, and vendors bear some tens of calls at once. */
const JUDGE_BATCH_MAX = 10;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'settle transfers',
    everyMs: SETTLE_EVERY_MS,
    due: isTransferSeen,
    channel: SETTLE_CHANNEL,
    batchMax: SETTLE_BATCH_MAX,
    run: (ctx, signal) =>
      settleTransfers(ctx, SETTLE_BATCH_MAX, { shouldQueryNodes: true, signal }),
  },
  {
    name: 'follow payouts to banks',
    everyMs: FOLLOW_PAYOUTS_EVERY_MS,
    due: isOrderDue,
    batchMax: FOLLOW_PAYOUTS_BATCH_MAX,
    run: (ctx) => followOrders(ctx, FOLLOW_PAYOUTS_BATCH_MAX, recordPayoutMoves),
  },
  {
    name: 'decide about payers of held payments',
    everyMs: DECIDE_EVERY_MS,
    due: (ctx) => isCheckDue(ctx, false),
    channel: DECIDE_CHANNEL,
    batchMax: DECIDE_BATCH_MAX,
    run: (ctx) => decidePayers(ctx, { isJudged: false, limit: DECIDE_BATCH_MAX }),
  },
  {
    name: 'have vendors judge payers of held payments',
    everyMs: DECIDE_EVERY_MS,
    due: (ctx) => isCheckDue(ctx, true),
    channel: DECIDE_CHANNEL,
    batchMax: JUDGE_BATCH_MAX,
    run: (ctx) => decidePayers(ctx, { isJudged: true, limit: JUDGE_BATCH_MAX }),
  },
  {
    name: 'finalize transfers',
    everyMs: FINALIZE_EVERY_MS,
    due: isTransferConfirmed,
    batchMax: FINALIZE_BATCH_MAX,
    run: (ctx) => finalizeTransfers(ctx, FINALIZE_BATCH_MAX),
  },
  {
    name: 'check again what one node alone was believed',
    everyMs: RECHECK_EVERY_MS,
    due: isAnyCredited,
    batchMax: RECHECK_BATCH_MAX,
    run: (ctx) => recheckSingle(ctx, RECHECK_BATCH_MAX),
  },
  {
    name: 'reconcile payments with chains',
    everyMs: RECONCILE_EVERY_MS,
    batchMax: RECONCILE_BATCH_MAX,
    run: (ctx, signal) => reconcileSlices(ctx, signal),
  },
  {
    name: 'look up deposits of payments by bridges',
    everyMs: LOOK_UP_EVERY_MS,
    due: isLookupDue,
    batchMax: LOOK_UP_BATCH_MAX,
    run: (ctx) => lookUpDeposits(ctx, LOOK_UP_BATCH_MAX),
  },
];
