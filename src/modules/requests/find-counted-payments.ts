import type { Context } from '#context.ts';
import { type ShownPayment, wirePayment } from './model/shown-payment.ts';
import type { PaymentFilter } from './store/payment-filter.ts';
import { findPaymentsBefore } from './store/shown-payments.ts';

/** A payment that counts, and how the wire shows it to whom it paid. */
interface CountedPayment {
  readonly payment: ShownPayment;
  readonly shown: ReturnType<typeof wirePayment>;
}

/** Up to `limit` payments that count and match, newest first; what a reorganised chain took back is none. */
export async function findCountedPayments(
  ctx: Context,
  filter: PaymentFilter,
  limit: number,
): Promise<readonly CountedPayment[]> {
  const found = await findPaymentsBefore(ctx, filter, limit);
  return found.map((payment) => ({ payment, shown: wirePayment(payment, { customers: true }) }));
}
