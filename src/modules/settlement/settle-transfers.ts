import type { Context } from '#context.ts';
import { findAgreement } from './find-agreement.ts';
import { findThresholds } from './find-thresholds.ts';
import { settleTransfer } from './settle-transfer.ts';
import {
  type DueTransfer,
  type DueWish,
  findDueTransfers,
  parkTransfers,
  type Threshold,
} from './store/due.ts';

/** How many transfers a call may ask the nodes about: as many as it settles at most where it asks nobody. */
const ASKS_MAX = 100;
/** How many of them at once; what is asked of a node at once travels together, and the slowest answer counts. */
const ASKED_AT_ONCE = 10;

/** What a call takes on beside what can be settled at once. */
interface SettleWish {
  /** Also what nodes must agree on first, a few at a time; a watcher does not wait for that. */
  readonly asks: boolean;
}

/**
 * Settles up to `limit` transfers that are deep enough, oldest first, each in a transaction of its own, and answers
 * how many it settled. Any number of callers may do this at once.
 *
 * One that fails is logged, stays as it was and is tried again at the next turn; it does not stop
 * the others, which belong to somebody else. So a turn in which none was settled goes on behind them,
 * behind those whose nodes do not agree yet, and behind those that must be deeper for their amount.
 */
export async function settleTransfers(
  ctx: Context,
  limit: number,
  { asks }: SettleWish = { asks: false },
): Promise<number> {
  const thresholds = await findThresholds(ctx, 'confirmed');
  const turn: Turn = { settled: 0, asked: 0, left: [] };
  let goesOn: boolean;
  do {
    const leftBefore = turn.left.length;
    const agreement = asks && turn.asked < ASKS_MAX ? 'asked' : 'none';
    const wish = { limit, except: turn.left, agreement } as const;
    const { due, parked, held } = await findAndPark(ctx, thresholds, wish);
    turn.left.push(...held);
    for (let i = 0; i < due.length; i += ASKED_AT_ONCE) {
      await takeOn(ctx, due.slice(i, i + ASKED_AT_ONCE), turn);
    }
    goesOn = parked > 0 || turn.left.length > leftBefore;
  } while (turn.settled === 0 && goesOn);
  return turn.settled;
}

/** How far a call got. */
interface Turn {
  settled: number;
  /** How many transfers the nodes were asked about. */
  asked: number;
  /** What this call does not come back to. */
  readonly left: string[];
}

/** Asks about some at once, and settles those that count one after another. */
async function takeOn(ctx: Context, some: readonly DueTransfer[], turn: Turn): Promise<void> {
  const answers = some.map((transfer) => {
    if (!transfer.needsAgreement) return true;
    turn.asked += 1;
    return turn.asked <= ASKS_MAX && tryTo(ctx, transfer, () => findAgreement(ctx, transfer));
  });
  const agreed = await Promise.all(answers);
  for (const [i, transfer] of some.entries()) {
    const counts = agreed[i] === true;
    const isSettled = counts && (await tryTo(ctx, transfer, () => settleTransfer(ctx, transfer)));
    if (isSettled) turn.settled += 1;
    else turn.left.push(transfer.id);
  }
}

/** What is due; what is not yet is put where it waits, unless somebody else holds it. */
async function findAndPark(ctx: Context, thresholds: readonly Threshold[], wish: DueWish) {
  const found = await findDueTransfers(ctx, thresholds, wish);
  const waiting = found.filter(({ waitsFor }) => waitsFor !== undefined);
  const parked = await parkTransfers(ctx, waiting);
  return {
    due: found.filter(({ waitsFor }) => waitsFor === undefined),
    parked: parked.size,
    held: waiting.flatMap(({ id }) => (parked.has(id) ? [] : [id])),
  };
}

/** What came of it; false where it failed. */
async function tryTo(
  ctx: Context,
  transfer: DueTransfer,
  something: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await something();
  } catch (error) {
    ctx.log.error({ err: error, transferId: transfer.id }, 'a transfer could not be settled');
    return false;
  }
}
