import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { refreshMulticallPayouts } from '#modules/multicall-payouts/index.ts';
import { isLate, lockRequest, recordPayment } from '#modules/requests/index.ts';
import { completeSecurePayment, findLinkOfRequest } from '#modules/secure-payments/index.ts';
import { transact } from '#platform/db/transact.ts';
import { chainTransferMachine } from './model/status.ts';
import { type DueTransfer, moveTransfer } from './store/due.ts';
import { tellPayment } from './tell-payment.ts';

/**
 * Turns one transfer into a payment: the transfer is confirmed, the request and the link move
 * along and the event is recorded, in one transaction. Locks are taken in the order transfer,
 * request, link, as everywhere.
 *
 * Answers false when another settler was first or the transfer was taken back meanwhile.
 */
export async function settleTransfer(ctx: Context, transfer: DueTransfer): Promise<boolean> {
  const to = next(chainTransferMachine, 'seen', 'deep_enough');
  invariant(to === 'confirmed', 'a seen transfer can be confirmed');
  const createdAt = await transact(ctx, async (ctx) => {
    const mark = { blockNumber: transfer.lookedAt, at: ctx.now() };
    if (!(await moveTransfer(ctx, transfer.id, { from: 'seen', to, mark }))) return undefined;
    // Locked before its link is looked for: a request may just be passing to another link.
    const request = await lockRequest(ctx, transfer.requestId);
    const link = await findLinkOfRequest(ctx, request.id);
    const late = link !== undefined && isLate(transfer.blockTime, link.expiresAt);
    const accounted = await recordPayment(ctx, request, {
      chainTransferId: transfer.id,
      amountUnits: transfer.creditedUnits,
      feeUnits: transfer.feeUnits,
      feeAddress: transfer.feeAddress,
      tokenUnits: transfer.tokenUnits,
      tokenFeeUnits: transfer.tokenFeeUnits,
      payerAddress: transfer.payerAddress,
      transactionHash: transfer.transactionHash,
      late,
      receivedAt: transfer.blockTime,
    });
    invariant(accounted !== undefined, 'a transfer that was only seen has no payment');
    const whole = accounted.standing.amounts === 'whole';
    if (whole && link !== undefined) await completeSecurePayment(ctx, link.token);
    if (whole) await refreshMulticallPayouts(ctx, [accounted.request.id]);
    const event = whole ? 'payment.confirmed' : 'payment.partial';
    const marks = { ...transfer.marks, confirmed: mark };
    await tellPayment(ctx, { event, accounted, link, marks });
    const { network, transactionHash } = transfer;
    ctx.log.info({ network, transactionHash, event }, 'a payment is settled');
    return request.createdAt;
  });
  if (createdAt === undefined) return false;
  measureSettlement(ctx, transfer, createdAt);
  return true;
}

/** Tells how long a payment took to count, since its block and since it was asked for. */
function measureSettlement(ctx: Context, transfer: DueTransfer, createdAt: Date): void {
  const { network, blockTime } = transfer;
  const since = { block: blockTime, created: createdAt };
  for (const [name, time] of Object.entries(since)) {
    const seconds = Math.max(0, (ctx.now().getTime() - time.getTime()) / 1000);
    ctx.meter.observe('payment_settlement_seconds', { network, since: name }, seconds);
  }
}
