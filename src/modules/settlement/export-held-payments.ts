import { accountOf, type Context } from '#context.ts';
import { readPages } from '#kit/read-pages.ts';
import { type HeldFilter, heldStatusesOf } from './list-held-payments.ts';
import { findHeldPayments } from './store/payer-checks.ts';

/** How many payments one query reads; a page of them is held in memory. */
const PAGE_PAYMENTS = 200;

/** All payments of the caller's account that are held, or were, the newest first, a page at a time. */
export function exportHeldPayments(ctx: Context, filter: HeldFilter) {
  const query = { accountId: accountOf(ctx), statuses: heldStatusesOf(filter) };
  return readPages(async (before: string | undefined) => {
    const items = await findHeldPayments(ctx, { ...query, before, limit: PAGE_PAYMENTS });
    const isLast = items.length < PAGE_PAYMENTS;
    return { items, next: isLast ? undefined : items.at(-1)?.transferId };
  });
}
