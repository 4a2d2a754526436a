import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import type { OffRampOrder } from '#providers/off-ramp-provider.ts';
import { nextReadAt, readAfterFailure } from './model/next-read.ts';
import type { OffRampOrderOfRequest } from './model/off-ramp-order.ts';
import type { OffRampStatus } from './model/status.ts';
import { checkOrder } from './read-order.ts';
import { storeRead, type TakenOrder, takeDueOrders } from './store.ts';

/** Longer than one answer takes; a process that was killed keeps an order no longer. */
const LEASE_MS = 60_000;

/** Moves a payout to where its provider is; returns where it then is. */
type RecordMoves = (
  ctx: Context,
  order: OffRampOrderOfRequest,
  theirs: Pick<OffRampOrder, 'state' | 'providerState'>,
) => Promise<OffRampStatus>;

/**
 * Asks the provider about up to `limit` payouts that are due and lets `recordMoves` move each to where it is; returns how many were due. What
 * a process has not ended another one does again, and nothing twice. Without a provider nothing is due.
 */
export async function followOrders(
  ctx: Context,
  limit: number,
  recordMoves: RecordMoves,
): Promise<number> {
  if (ctx.offRamp === undefined) return 0;
  const leasedUntil = new Date(ctx.now().getTime() + LEASE_MS);
  const due = await takeDueOrders(ctx, { leasedUntil, limit });
  const failures: unknown[] = [];
  for (const order of due) {
    try {
      await followOrder(ctx, order, recordMoves);
    } catch (error) {
      // One order keeps the others waiting for nothing.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return due.length;
}

async function followOrder(
  ctx: Context,
  order: TakenOrder,
  recordMoves: RecordMoves,
): Promise<void> {
  const { offRamp } = ctx;
  const { providerOrderId } = order;
  if (offRamp === undefined || providerOrderId === null) return;
  try {
    const theirs = checkOrder(ctx, order, await offRamp.readOrder(providerOrderId));
    logWhatNeedsPeople(ctx, order, theirs);
    const status = await recordMoves(ctx, order, theirs);
    await storeRead(ctx, order, {
      nextReadAt: nextReadAt({ status, createdAt: order.createdAt }, ctx.now()),
      readFailures: 0,
      providerState: theirs.providerState,
    });
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    ctx.log.warn({ err: error, offRampId: order.id }, 'a payout to a bank could not be read');
    await storeRead(ctx, order, {
      nextReadAt: readAfterFailure(order.readFailures, ctx.now()),
      readFailures: order.readFailures + 1,
      providerState: undefined,
    });
  }
}

/** A state that nobody knows at each read; tokens that cannot go back once, when the provider first says so. */
function logWhatNeedsPeople(
  { log }: Pick<Context, 'log'>,
  order: OffRampOrderOfRequest,
  { state, providerState }: OffRampOrder,
): void {
  const logFields = { offRampId: order.id, providerState };
  if (state === 'unknown') {
    log.warn(logFields, 'an off-ramp provider names a state that is not documented');
  }
  if (state === 'return_blocked' && order.providerState !== providerState) {
    log.error(logFields, 'an off-ramp provider cannot give the tokens of a payout back');
  }
}
