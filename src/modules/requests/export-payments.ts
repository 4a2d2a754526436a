import { accountOf, type Context } from '#context.ts';
import { readPages } from '#kit/read-pages.ts';
import { filterOf } from './list-payments.ts';
import type { PaymentFilters } from './model/payment-query.ts';
import { type ShownPayment, wirePayment } from './model/shown-payment.ts';
import { findPaymentsBefore } from './store/shown-payments.ts';

/** How many payments one query reads; a page of them is held in memory. */
const PAGE_PAYMENTS = 500;

/**
 * All payments of the caller's account that stand and meet every filter, newest first, a page at a time. What comes
 * after the first page was read is left out. Refuses (400) a wallet that is none.
 */
export function exportPayments(ctx: Context, filters: PaymentFilters) {
  const filter = filterOf(filters, { accountId: accountOf(ctx), clientIdId: undefined });
  return readPages(async (before: Pick<ShownPayment, 'id' | 'receivedAt'> | undefined) => {
    if (filter === undefined) return { items: [], next: undefined };
    const payments = await findPaymentsBefore(ctx, { ...filter, before }, PAGE_PAYMENTS);
    const next = payments.length < PAGE_PAYMENTS ? undefined : payments.at(-1);
    return { items: payments.map((payment) => wirePayment(payment, { customers: true })), next };
  });
}
