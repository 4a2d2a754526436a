import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { type EventDraft, recordEvent } from '#modules/events/index.ts';
import type { RecurringPayout } from './model/recurring-payout.ts';
import { type RecurringPayoutEvent, recurringPayoutMachine } from './model/status.ts';
import { movePayoutStatus, type PayoutMove } from './store/moves.ts';

/** What changes with the status. */
interface Change {
  readonly event: RecurringPayoutEvent;
  readonly changes?: PayoutMove['changes'];
  /** Why it is paused, or ended by itself. */
  readonly reason?: string;
}

/**
 * Moves a recurring payout along its table, with the event that reports it. Returns false where the
 * event does not apply in its status, or somebody else has moved it since it was read. Needs the caller's transaction.
 */
export async function movePayout(
  ctx: Context,
  payout: RecurringPayout,
  { event, changes, reason }: Change,
): Promise<boolean> {
  invariant(ctx.db.isTransaction, 'a status moves in the transaction of its event');
  const { id, status: from } = payout;
  const to = next(recurringPayoutMachine, from, event);
  if (to === undefined) return false;
  const isMoved = await movePayoutStatus(ctx, { id, from, to, ...(changes && { changes }) });
  if (!isMoved) return false;
  await recordEvent(ctx, {
    ...aboutPayout(payout),
    payload: {
      event: 'recurring_payment.status_changed',
      recurringPaymentId: id,
      previousStatus: from,
      status: to,
      ...(reason !== undefined && { reason }),
      timestamp: isoTime(ctx.now()),
    },
  });
  return true;
}

/** Whom an event about a recurring payout is for. */
export function aboutPayout(payout: RecurringPayout): Omit<EventDraft, 'payload'> {
  const { accountId, clientIdId, orchestratorId, origin } = payout;
  return { accountId, clientIdId, orchestratorId, origin, securePaymentToken: null };
}
