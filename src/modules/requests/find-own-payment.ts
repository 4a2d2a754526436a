import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { isUlid } from '#kit/ulid.ts';
import type { ShownPayment } from './model/shown-payment.ts';
import { findPaymentsBefore } from './store/shown-payments.ts';

/** A payment of the caller's account that stands; refuses (404) all others alike. */
export async function findOwnPayment(ctx: Context, paymentId: string): Promise<ShownPayment> {
  const filter = { accountId: accountOf(ctx), paymentId };
  const [found] = isUlid(paymentId) ? await findPaymentsBefore(ctx, filter, 1) : [];
  if (found === undefined) throw paymentNotFound();
  return found;
}

/** 404: the account has no such payment. */
export function paymentNotFound(): Refusal {
  return new Refusal('payment_not_found', 404, 'Payment not found');
}
