import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { recordEvents } from '#modules/events/index.ts';
import { multicallEventOf, multicallMachine } from './model/status.ts';
import { countChildren, type LockedMulticall, moveMulticallStatuses } from './store.ts';

/**
 * Moves locked bundles to where their children stand now, with the event that reports each move,
 * and returns how many moved. Needs the caller's transaction.
 */
export async function moveMulticalls(
  ctx: Context,
  locked: readonly LockedMulticall[],
): Promise<number> {
  if (locked.length === 0) return 0;
  const now = ctx.now();
  const counts = await countChildren(
    ctx,
    locked.map(({ token }) => token),
    now,
  );
  const moves = locked.flatMap((payout) => {
    const totals = counts.get(payout.token);
    invariant(totals !== undefined, 'a bundle has children');
    const event = multicallEventOf(totals, { isInTime: now < payout.expiresAt });
    const to = next(multicallMachine, payout.status, event);
    return to === undefined ? [] : [{ payout, to }];
  });
  const moved = await moveMulticallStatuses(
    ctx,
    moves.map(({ payout: { token, status }, to }) => ({ token, from: status, to })),
  );
  invariant(moved === moves.length, 'nobody moves a bundle that is locked');
  await recordEvents(
    ctx,
    moves.map(({ payout, to }) => ({
      accountId: payout.accountId,
      // The event is about a bundle, and no link has its token.
      securePaymentToken: null,
      clientIdId: payout.clientIdId,
      orchestratorId: payout.orchestratorId,
      origin: payout.origin,
      payload: {
        event: 'multicall.status_changed',
        multicallToken: payout.token,
        paymentToken: payout.token,
        previousStatus: payout.status,
        status: to,
        timestamp: isoTime(now),
      },
    })),
  );
  return moves.length;
}
