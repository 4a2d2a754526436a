import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { anyPaidLate, anyUnpaid } from '#modules/requests/index.ts';
import { securePaymentMachine } from './model/status.ts';
import { findRequestRowIds, lockLink, moveStatus, unmarkLate } from './store.ts';

/**
 * Completes a link when everything that it asks for is paid, and marks it where that took money which
 * came after the deadline, whichever part was settled last.
 *
 * Answers false, and leaves the link as it is, while something is still unpaid or when its status
 * may not move: it is completed already, or was invalidated or refused. Needs the transaction that
 * recorded the payment.
 */
export async function completeSecurePayment(ctx: Context, token: string): Promise<boolean> {
  invariant(ctx.db.isTransaction, 'a link completes in the transaction of its payment');
  // Locked before its requests are looked at: of two settlers of sibling requests the second sees
  // what the first one wrote.
  const link = await lockLink(ctx, token);
  const to = next(securePaymentMachine, link.status, 'settled');
  if (to === undefined) {
    if (link.settledLate) await unmarkUnlessLate(ctx, token);
    return false;
  }
  const requestRowIds = await findRequestRowIds(ctx, token);
  if (await anyUnpaid(ctx, requestRowIds)) return false;
  const moved = await moveStatus(ctx, token, {
    from: link.status,
    to,
    completedAt: ctx.now(),
    settledLate: await anyPaidLate(ctx, requestRowIds),
  });
  invariant(moved, 'nobody moves a link that is locked');
  return true;
}

/** Money that was in time may be found last, once blocks are read again that a node had lost. */
async function unmarkUnlessLate(ctx: Context, token: string): Promise<void> {
  if (!(await anyPaidLate(ctx, await findRequestRowIds(ctx, token)))) await unmarkLate(ctx, token);
}
