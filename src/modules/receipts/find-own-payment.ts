import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { isUlid } from '#kit/ulid.ts';
import { findCountedPayments } from '#modules/requests/index.ts';
import type { CountedPayment } from './model/counted-payment.ts';

/** A payment of the caller's account that stands; refuses (404) all others alike. */
export async function findOwnPayment(ctx: Context, paymentId: string): Promise<CountedPayment> {
  const filter = { accountId: accountOf(ctx), paymentId };
  const [found] = isUlid(paymentId) ? await findCountedPayments(ctx, filter, 1) : [];
  if (found === undefined) throw paymentNotFound();
  return found;
}

/** 404: there is no such payment. */
export function paymentNotFound(): Refusal {
  return new Refusal('payment_not_found', 404, 'Payment not found');
}
