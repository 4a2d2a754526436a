import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { securePaymentMachine } from './model/status.ts';
import { lockLinks, moveStatuses, type StatusMove } from './store/links.ts';

/**
 * Undoes the completion of links whose payments were undone: to `pending`, or to `expired` where the link
 * had settled late. Leaves a link as it is that was not completed. Takes two statements for any number of
 * links. Needs the transaction that undid the payments.
 */
export async function reopenSecurePayments(ctx: Context, tokens: readonly string[]): Promise<void> {
  invariant(ctx.db.isTransaction, 'a link reopens in the transaction of the undone payment');
  const links = await lockLinks(ctx, tokens);
  const moves = [...links].flatMap(([token, link]): StatusMove[] => {
    const event = link.settledLate ? 'late_confirmation_undone' : 'confirmation_undone';
    const to = next(securePaymentMachine, link.status, event);
    if (to === undefined) return [];
    return [{ token, from: link.status, to, completedAt: null, settledLate: false }];
  });
  const moved = await moveStatuses(ctx, moves);
  invariant(moved === moves.length, 'no other transaction moves a locked link');
}
