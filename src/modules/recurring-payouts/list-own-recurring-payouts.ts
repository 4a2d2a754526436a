import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { countPaid } from './model/recurring-payout.ts';
import type { RecurringPayoutStatus } from './model/status.ts';
import { recurringTerms } from './recurring-terms.ts';
import { findInstalments } from './store/instalments.ts';
import { findPayoutsOfAll } from './store/payouts.ts';
import { nextDateOf } from './view-recurring-payout.ts';

/** Which recurring payouts to read. */
interface OwnPayoutsQuery {
  readonly status?: RecurringPayoutStatus | undefined;
  readonly limit: number;
  /** The last id of the page before. */
  readonly cursor?: string | undefined;
}

/** A page of the recurring payouts of the caller's account, those that were made last first. */
export async function listOwnRecurringPayouts(
  ctx: Context,
  { status, limit, cursor }: OwnPayoutsQuery,
) {
  const found = await findPayoutsOfAll(ctx, {
    accountId: accountOf(ctx),
    status,
    limit: limit + 1,
    before: cursor,
  });
  const payouts = found.slice(0, limit);
  const instalments = await findInstalments(
    ctx,
    payouts.map(({ id }) => id),
  );
  return {
    recurringPayouts: payouts.map((payout) => {
      const made = instalments.get(payout.id) ?? [];
      return {
        id: payout.id,
        status: payout.status,
        ...recurringTerms(ctx, payout),
        processedPayments: countPaid(made),
        totalPayments: payout.totalPayments,
        nextPaymentDate: nextDateOf(payout, made),
        failureCount: payout.failureCount,
        failureReason: payout.failureReason,
        retryAfter: payout.retryAt && isoTime(payout.retryAt),
        shortage: payout.shortage,
        isAllowanceLowered: payout.revokedAt !== null,
      };
    }),
    nextCursor: found.length > limit ? (payouts.at(-1)?.id ?? null) : null,
  };
}
