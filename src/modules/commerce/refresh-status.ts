import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { recordEvent } from '#modules/events/index.ts';
import type { CommercePayment } from './model/commerce-payment.ts';
import { nextExpiry, statusOf, watchedUntil } from './model/position.ts';
import { changeTo, commerceMachine } from './model/status.ts';
import { readState } from './read-state.ts';
import { lockPayment, movePayment, setWatched } from './store/payments.ts';

/**
 * Moves a payment to where its events, its operations and the time lead, with the event of it. In the transaction of what has
 * changed; returns the payment as it then is.
 */
export async function refreshStatus(ctx: Context, id: string): Promise<CommercePayment> {
  invariant(ctx.db.isTransaction, 'a status moves in the transaction of its reason');
  const payment = await lockPayment(ctx, id);
  const { counted: sums, open, hasFailed } = await readState(ctx, payment);
  const now = ctx.now();
  const position = { sums, expiries: payment, openOperation: open?.kind, now };
  const status = statusOf({ ...position, hasFailed });
  await setWatched(ctx, id, watchedUntil(position));
  if (status === payment.status) return payment;
  const to = next(commerceMachine, payment.status, changeTo(status));
  invariant(to === status, `a commerce payment does not go from ${payment.status} to ${status}`);
  await movePayment(ctx, payment, { status, expiresAt: nextExpiry(status, payment) });
  await recordEvent(ctx, {
    accountId: payment.accountId,
    securePaymentToken: null,
    clientIdId: payment.clientIdId,
    orchestratorId: null,
    origin: null,
    payload: {
      event: 'commerce_payment.status_changed',
      requestId: payment.requestId,
      paymentReference: payment.paymentReference,
      merchantId: payment.merchantId,
      previousStatus: payment.status.toUpperCase(),
      status: status.toUpperCase(),
      capturedAmount: String(sums.capturedUnits),
      refundedAmount: String(sums.refundedUnits),
      timestamp: isoTime(now),
    },
  });
  return { ...payment, status, updatedAt: now };
}
