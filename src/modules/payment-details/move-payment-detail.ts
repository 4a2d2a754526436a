import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { recordEvent } from '#modules/events/index.ts';
import { type PaymentDetailEvent, paymentDetailMachine } from './model/status.ts';
import { moveDetailStatus } from './store/moves.ts';
import type { PaymentDetailRow } from './store/payment-details.ts';

/** Whose status it is, as its event names it. */
export type ReportedDetail = Pick<PaymentDetailRow, 'id' | 'accountId' | 'clientUserId' | 'status'>;

/** What changes with the status. */
interface Change {
  readonly event: PaymentDetailEvent;
  /** Why it failed, in words of ours: those of a provider may repeat what it was sent. */
  readonly reason?: string;
  readonly nextCheckAt: Date | null;
}

/**
 * Moves a bank account along its table, with the event that reports it. Returns false where the event does not apply in its status, or
 * somebody else has moved it since it was read. Needs the caller's transaction.
 */
export async function movePaymentDetail(
  ctx: Context,
  detail: ReportedDetail,
  { event, reason, nextCheckAt }: Change,
): Promise<boolean> {
  const to = next(paymentDetailMachine, detail.status, event);
  if (to === undefined) return false;
  const move = { id: detail.id, from: detail.status, to, reason: reason ?? null, nextCheckAt };
  if (!(await moveDetailStatus(ctx, move))) return false;
  await reportStatus(ctx, { ...detail, status: to }, reason);
  return true;
}

/** Records the event of a status, in the transaction of what made it so. */
export async function reportStatus(
  ctx: Context,
  { id, accountId, clientUserId, status }: ReportedDetail,
  reason?: string,
): Promise<void> {
  invariant(ctx.db.isTransaction, 'a status moves in the transaction of its event');
  await recordEvent(ctx, {
    ...{
      accountId,
      securePaymentToken: null,
      clientIdId: null,
      orchestratorId: null,
      origin: null,
    },
    payload: {
      event: 'payment_detail.updated',
      paymentDetailsId: id,
      clientUserId,
      status,
      ...(reason !== undefined && { rejectionMessage: reason }),
      timestamp: isoTime(ctx.now()),
    },
  });
}
