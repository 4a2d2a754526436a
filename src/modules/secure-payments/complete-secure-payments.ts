import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { securePaymentMachine } from './model/status.ts';
import {
  type Completion,
  findCompletions,
  type LockedLink,
  lockLinks,
  moveStatuses,
  type StatusMove,
  unmarkLate,
} from './store/links.ts';

/**
 * Completes each of these links whose requests are all paid, and marks those where that
 * took money that came after the deadline, in any order of settling.
 *
 * Leaves a link as it is while something is still unpaid or when its status may not move: it is completed
 * already, or was invalidated or refused. Needs the transaction that recorded the payments.
 */
export async function completeSecurePayments(
  ctx: Context,
  tokens: readonly string[],
): Promise<void> {
  invariant(ctx.db.isTransaction, 'a link completes in the transaction of its payment');
  if (tokens.length === 0) return;
  // Locked before their requests are read: of two settlers of sibling requests the second sees
  // what the first one wrote.
  const links = await lockLinks(ctx, tokens);
  const completions = await findCompletions(ctx, tokens);
  const moves: StatusMove[] = [];
  const inTime: string[] = [];
  for (const [token, link] of links) {
    const requests = completions.get(token);
    invariant(requests !== undefined, 'a link has requests');
    const move = completing(ctx, { token, link, requests });
    if (move !== undefined) moves.push(move);
    // Money that was in time may be found last, once blocks are read again that a node had lost.
    else if (link.settledLate && !requests.some(({ tookLate }) => tookLate)) inTime.push(token);
  }
  invariant(
    (await moveStatuses(ctx, moves)) === moves.length,
    'no other transaction moves a locked link',
  );
  await unmarkLate(ctx, inTime);
}

interface Completing {
  readonly token: string;
  readonly link: LockedLink;
  readonly requests: readonly Completion[];
}

/** How a link completes; undefined where it does not. */
function completing(ctx: Context, { token, link, requests }: Completing): StatusMove | undefined {
  const to = next(securePaymentMachine, link.status, 'settled');
  if (to === undefined || requests.some(({ isPaid }) => !isPaid)) return undefined;
  const settledLate = requests.some(({ tookLate }) => tookLate);
  return { token, from: link.status, to, completedAt: ctx.now(), settledLate };
}
