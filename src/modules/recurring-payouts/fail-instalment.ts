import { currencyById } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { payloadOf, recordEvent } from '#modules/events/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { Next } from './model/next-step.ts';
import type { Instalment, RecurringPayout, Shortage } from './model/recurring-payout.ts';
import { FAILURES_MAX, retryAt } from './model/relayed.ts';
import { moveInstalment } from './move-instalment.ts';
import { aboutPayout, movePayout } from './move-payout.ts';
import type { InstalmentMove } from './store/instalments.ts';
import { recordFailure, setShortage } from './store/moves.ts';

/** Why an instalment could not be paid. */
export interface InstalmentFailure {
  readonly instalment: Instalment;
  /** For people to read. */
  readonly reason: string;
  /** What the payer lacks, where that is why. */
  readonly shortage?: Shortage;
  /** Whether trying again would change nothing: the payout is paused at once. */
  readonly isFinal?: true;
  /** What took it on the chain without paying, so that it can never be taken again. */
  readonly taken?: InstalmentMove['taken'];
}

/**
 * Counts a failure of an instalment and reports it: it is tried again later, and the third failure in a row pauses its payout with
 * the reason. All in one transaction; of two workers one counts it.
 */
export async function failInstalment(
  ctx: Context,
  payout: RecurringPayout,
  failure: InstalmentFailure,
): Promise<Next> {
  const { instalment, reason, shortage, isFinal, taken } = failure;
  const isOver = isFinal === true || taken !== undefined;
  const count = isOver ? FAILURES_MAX : payout.failureCount + 1;
  const at = retryAt(count, ctx.now());
  await transact(ctx, async (ctx) => {
    const event = taken === undefined ? 'could_not_be_taken' : 'was_taken_unpaid';
    const { id: recurringPayoutId } = payout;
    const isMoved = await moveInstalment(ctx, {
      recurringPayoutId,
      instalment,
      event,
      ...(taken && { taken }),
    });
    if (!isMoved) return;
    const isCounted = await recordFailure(ctx, payout, { reason, retryAt: at, count });
    // What was stopped or paused meanwhile stays so; that it failed is reported all the same.
    if (isCounted) await setShortage(ctx, payout.id, shortage ?? null);
    await recordEvent(ctx, {
      ...aboutPayout(payout),
      payload: failedPayload(payout, failure, { at: ctx.now(), retryAfter: at ?? undefined }),
    });
    if (isCounted && at === null) await movePayout(ctx, payout, { event: 'could_not_pay', reason });
  });
  return 'now';
}

function failedPayload(
  payout: RecurringPayout,
  { instalment, reason, shortage }: InstalmentFailure,
  when: { readonly at: Date; readonly retryAfter: Date | undefined },
) {
  const currency = currencyById(payout.currencyId);
  invariant(currency !== undefined, 'recurring payouts are in listed currencies');
  const { requestId, paymentReference } = instalment;
  const { reference, clientId, orchestratorId, amountUnits } = payout;
  return payloadOf({
    event: 'payment.failed',
    requestId,
    paymentReference,
    ...when,
    link: { token: null, reference, clientId, orchestratorId },
    currency,
    amountUnits,
    totalPaidUnits: 0n,
    expectedUnits: amountUnits,
    failureReason: reason,
    subStatus: shortage === undefined ? undefined : 'insufficient_funds',
    recurringPayoutId: payout.id,
  });
}
