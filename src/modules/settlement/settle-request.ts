import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { refreshMulticallPayouts } from '#modules/multicall-payouts/index.ts';
import {
  isLate,
  type LockedRequest,
  lockRequest,
  recordPayments,
} from '#modules/requests/index.ts';
import { completeSecurePayment, findLinkOfRequest } from '#modules/secure-payments/index.ts';
import { transact } from '#platform/db/transact.ts';
import { chainTransferMachine } from './model/status.ts';
import { recordOutstandingFees } from './record-outstanding-fees.ts';
import { type DueTransfer, moveTransfers } from './store/due.ts';
import { type PaymentNews, tellPayments } from './tell-payment.ts';

/**
 * Turns transfers of one request, of which there is at least one, into payments: the transfers are confirmed,
 * the request and the link move along and an event is recorded for each, in one transaction. Locks are
 * taken in the order transfer, request, link, as everywhere.
 *
 * With `creditSingle` they are credited by the word of one node, and told of so. Answers how many were settled: not those where another settler was first, or that were taken back
 * meanwhile. When one fails, all of them stay as they were.
 */
export async function settleRequest(
  ctx: Context,
  transfers: readonly DueTransfer[],
  creditSingle?: CreditSingle,
): Promise<number> {
  const [first] = transfers;
  invariant(
    first !== undefined && transfers.every(({ requestId }) => requestId === first.requestId),
    'the transfers of one request are settled together',
  );
  const settled = await transact(ctx, (ctx) =>
    settleLocked(ctx, first, { wanted: transfers, creditSingle }),
  );
  if (settled === undefined) return 0;
  for (const transfer of settled.transfers) measureSettlement(ctx, transfer, settled.createdAt);
  return settled.transfers.length;
}

/** Counts what is credited by the word of one node, and throws where that may not be; see `settleSingle`. */
type CreditSingle = (ctx: Context, request: LockedRequest) => Promise<void>;

interface Wanted {
  readonly wanted: readonly DueTransfer[];
  readonly creditSingle: CreditSingle | undefined;
}

/** What was settled; undefined where all of it was somebody else's. */
async function settleLocked(
  ctx: Context,
  { network, requestId, lookedAt }: DueTransfer,
  { wanted, creditSingle }: Wanted,
) {
  const to = next(chainTransferMachine, 'seen', 'deep_enough');
  invariant(to === 'confirmed', 'a seen transfer can be confirmed');
  const mark = { blockNumber: lookedAt, at: ctx.now() };
  const ids = wanted.map(({ id }) => id);
  const moved = await moveTransfers(ctx, ids, { from: 'seen', to, mark });
  const transfers = wanted.filter(({ id }) => moved.has(id));
  if (transfers.length === 0) return undefined;
  // Locked before its link is looked for: a request may just be passing to another link.
  const request = await lockRequest(ctx, requestId);
  // Behind the request and before the link, so that all wait for a total in one order.
  await creditSingle?.(ctx, request);
  const link = await findLinkOfRequest(ctx, request.id);
  const accounted = await recordPayments(
    ctx,
    request,
    transfers.map((transfer) => ({
      ...receiptOf(transfer),
      late: link !== undefined && isLate(transfer.blockTime, link.expiresAt),
    })),
  );
  invariant(accounted !== undefined, 'a transfer that was only seen has no payment');
  const isWhole = accounted.at(-1)?.standing.amounts === 'whole';
  if (isWhole && link !== undefined) await completeSecurePayment(ctx, link.token);
  if (isWhole) await refreshMulticallPayouts(ctx, [request.id]);
  const marks = new Map(transfers.map((transfer) => [transfer.id, transfer.marks]));
  const news = accounted.map((one): PaymentNews => {
    const had = marks.get(one.payment.chainTransferId);
    invariant(had !== undefined, 'a payment is of one of these transfers');
    const event = one.standing.amounts === 'whole' ? 'payment.confirmed' : 'payment.partial';
    const isSingle = creditSingle !== undefined;
    return { event, accounted: one, link, marks: { ...had, confirmed: mark }, isSingle };
  });
  await tellPayments(ctx, news);
  if (isWhole && request.status !== 'paid') {
    await recordOutstandingFees(ctx, request, { namesSkipped: true });
  }
  const { transactionHash } = transfers[0] ?? {};
  const event = news.at(-1)?.event;
  const payments = transfers.length;
  ctx.log.info({ network, transactionHash, event, payments }, 'payments are settled');
  return { transfers, createdAt: request.createdAt };
}

function receiptOf(transfer: DueTransfer) {
  return {
    chainTransferId: transfer.id,
    amountUnits: transfer.creditedUnits,
    feeUnits: transfer.feeUnits,
    feeAddress: transfer.feeAddress,
    tokenUnits: transfer.tokenUnits,
    tokenFeeUnits: transfer.tokenFeeUnits,
    payerAddress: transfer.payerAddress,
    transactionHash: transfer.transactionHash,
    receivedAt: transfer.blockTime,
  };
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
