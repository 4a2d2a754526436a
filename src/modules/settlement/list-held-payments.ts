import { accountOf, type Context } from '#context.ts';
import type { HeldPayment } from './model/held-payment.ts';
import { payerCheckStatusOf, type WirePayerStatus } from './model/payer-check.ts';
import { findHeldPayments } from './store/payer-checks.ts';

/** Which held payments of the account, and where the page begins. */
interface ListHeld {
  readonly status?: WirePayerStatus | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** The payments of the caller's account that are held, or were, the newest first. */
export async function listHeldPayments(ctx: Context, { status, cursor, limit }: ListHeld) {
  const found = await findHeldPayments(ctx, {
    accountId: accountOf(ctx),
    statuses: status === undefined ? ['undecided', 'refused'] : [payerCheckStatusOf(status)],
    before: cursor,
    limit: limit + 1,
  });
  const heldPayments: readonly HeldPayment[] = found.slice(0, limit);
  const last = heldPayments.at(-1);
  return { heldPayments, nextCursor: found.length > limit && last ? last.transferId : null };
}
