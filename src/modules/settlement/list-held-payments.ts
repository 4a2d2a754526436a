import { accountOf, type Context } from '#context.ts';
import type { HeldPayment } from './model/held-payment.ts';
import {
  type PayerCheckStatus,
  payerCheckStatusOf,
  type WirePayerStatus,
} from './model/payer-check.ts';
import { findHeldPayments } from './store/payer-checks.ts';

/** Which held payments of the account. */
export interface HeldFilter {
  /** Left out, those that wait or were refused. */
  readonly status?: WirePayerStatus | undefined;
}

/** The same, and where the page begins. */
interface ListHeld extends HeldFilter {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** The payments of the caller's account that are held, or were, the newest first. */
export async function listHeldPayments(ctx: Context, { status, cursor, limit }: ListHeld) {
  const found = await findHeldPayments(ctx, {
    accountId: accountOf(ctx),
    statuses: heldStatusesOf({ status }),
    before: cursor,
    limit: limit + 1,
  });
  const heldPayments: readonly HeldPayment[] = found.slice(0, limit);
  const last = heldPayments.at(-1);
  return { heldPayments, nextCursor: found.length > limit && last ? last.transferId : null };
}

/** The statuses that a filter names. */
export function heldStatusesOf({ status }: HeldFilter): readonly PayerCheckStatus[] {
  return status === undefined ? ['undecided', 'refused'] : [payerCheckStatusOf(status)];
}
