import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { securePaymentMachine } from './model/status.ts';
import { lockLinks, moveStatuses } from './store.ts';

/**
 * Takes back the completion of a link whose payment vanished: to `pending`, or to `expired` when it
 * had settled late.
 *
 * Answers false when the link was not completed. Needs the transaction that undid the payment.
 */
export async function reopenSecurePayment(ctx: Context, token: string): Promise<boolean> {
  invariant(ctx.db.isTransaction, 'a link reopens in the transaction of the undone payment');
  const link = (await lockLinks(ctx, [token])).get(token);
  invariant(link !== undefined, `link ${token} exists`);
  const event = link.settledLate ? 'late_confirmation_undone' : 'confirmation_undone';
  const to = next(securePaymentMachine, link.status, event);
  if (to === undefined) return false;
  const move = { token, from: link.status, to, completedAt: null, settledLate: false };
  invariant((await moveStatuses(ctx, [move])) === 1, 'nobody moves a link that is locked');
  return true;
}
