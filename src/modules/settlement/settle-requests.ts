import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { isLate, type PaymentMilestones } from '#modules/ledger/index.ts';
import { refreshMulticallPayouts } from '#modules/multicall-payouts/index.ts';
import { wakeRecurringPayouts } from '#modules/recurring-payouts/index.ts';
import { type Accounted, lockRequests, recordPayments } from '#modules/requests/index.ts';
import {
  completeSecurePayments,
  findLinksOfRequests,
  type SettlingLink,
} from '#modules/secure-payments/index.ts';
import { transact } from '#platform/db/transact.ts';
import { recordOutstandingFees } from './record-outstanding-fees.ts';
import { type PaymentNews, recordPaymentEvents } from './record-payment-event.ts';
import { type DueTransfer, moveTransfers } from './store/due.ts';

/**
 * Turns transfers of one network, of which there is at least one and which were found by one poll, into
 * payments: the transfers are confirmed, their requests, links and bundles change status and an event is recorded
 * for each payment, in one transaction and the same few statements for any number of them. Those of one request
 * count in the order in which they are given. Locks are taken in the order transfer, request, link, as
 * everywhere.
 *
 * With `creditSingle` they are credited by the answer of one node, and reported so. Returns which were settled: not
 * those where another settler was first, or that were undone in between. When one fails, all of them stay as
 * they were.
 */
export async function settleRequests(
  ctx: Context,
  transfers: readonly DueTransfer[],
  creditSingle?: CreditSingle,
): Promise<readonly DueTransfer[]> {
  const [first] = transfers;
  invariant(
    first !== undefined &&
      transfers.every(
        (one) => one.network === first.network && one.checkedBlock === first.checkedBlock,
      ),
    'transfers of one network, found by one poll, are settled together',
  );
  const { network, checkedBlock } = first;
  const settled = await transact(ctx, (ctx) =>
    settleLocked(ctx, transfers, {
      milestone: { blockNumber: checkedBlock, at: ctx.now() },
      creditSingle,
    }),
  );
  for (const { transfers, request, event } of settled) {
    for (const transfer of transfers) measureSettlement(ctx, transfer, request.createdAt);
    const { transactionHash } = transfers[0] ?? {};
    const logFields = { network, transactionHash, event, payments: transfers.length };
    ctx.log.info(logFields, 'payments are settled');
  }
  return settled.flatMap(({ transfers }) => transfers);
}

/** Counts what is credited by the word of one node, and throws where that may not be; see `settleSingle`. */
type CreditSingle = (ctx: Context, request: Accounted['request']) => Promise<void>;

interface Settling {
  /** At which block and when they are confirmed. */
  readonly milestone: PaymentMilestones['seen'];
  readonly creditSingle: CreditSingle | undefined;
}

/** What is settled of one request. */
interface SettledRequest {
  readonly request: Accounted['request'];
  readonly link: SettlingLink | undefined;
  readonly transfers: readonly DueTransfer[];
}

/** What was settled of one request, and what was reported about it last. */
interface SettledEvents extends SettledRequest {
  readonly event: PaymentNews['event'];
}

/** What was settled, by request, without what another process settled. */
async function settleLocked(
  ctx: Context,
  wanted: readonly DueTransfer[],
  { milestone, creditSingle }: Settling,
): Promise<readonly SettledEvents[]> {
  const ids = wanted.map(({ id }) => id);
  const moved = await moveTransfers(ctx, ids, { to: 'confirmed', milestone });
  const byRequest = Map.groupBy(
    wanted.filter(({ id }) => moved.has(id)),
    ({ requestId }) => requestId,
  );
  if (byRequest.size === 0) return [];
  // Locked before their links are read: a request may just be passing to another link.
  const requests = await lockRequests(ctx, [...byRequest.keys()]);
  // Behind the requests and before the links, so that all wait for a total in one order.
  for (const request of requests.values()) await creditSingle?.(ctx, request);
  const links = await findLinksOfRequests(ctx, [...byRequest.keys()]);
  const settled = [...byRequest].map(([requestId, transfers]): SettledRequest => {
    const request = requests.get(requestId);
    invariant(request !== undefined, `request ${requestId} exists`);
    return { request, link: links.get(requestId), transfers };
  });
  const accounted = await recordPayments(ctx, settled.map(receiptsOf));
  invariant(accounted !== undefined, 'a transfer that was only seen has no payment');
  await moveAlong(ctx, settled, accounted);
  const news = settled.flatMap((one, at) =>
    newsOf(one, {
      accounted: accounted[at] ?? [],
      milestone,
      isSingle: creditSingle !== undefined,
    }),
  );
  await recordPaymentEvents(ctx, news);
  const completed = settled.filter(
    ({ request }, at) => isFull(accounted[at]) && request.status !== 'paid',
  );
  await recordOutstandingFees(
    ctx,
    completed.map(({ request }) => ({ request, namesSkipped: true })),
  );
  await wakeRecurringPayouts(
    ctx,
    settled.map(({ request }) => request),
  );
  return settled.map((one, at) => ({ ...one, event: eventOf(accounted[at]?.at(-1)) }));
}

/** Links and bundles follow the requests that are paid in full. */
async function moveAlong(
  ctx: Context,
  settled: readonly SettledRequest[],
  accounted: readonly (readonly Accounted[])[],
): Promise<void> {
  const full = settled.filter((_, at) => isFull(accounted[at]));
  const tokens = full.flatMap(({ link }) => (link === undefined ? [] : [link.token]));
  await completeSecurePayments(ctx, [...new Set(tokens)]);
  await refreshMulticallPayouts(
    ctx,
    full.map(({ request }) => request.id),
  );
}

/** Whether the payments of a request cover its expected amount. */
function isFull(accounted: readonly Accounted[] | undefined): boolean {
  return eventOf(accounted?.at(-1)) === 'payment.confirmed';
}

/** What is reported about a payment, by what it and those before it bring. */
function eventOf(accounted: Accounted | undefined): PaymentNews['event'] {
  return accounted?.totals.amounts === 'full' ? 'payment.confirmed' : 'payment.partial';
}

function receiptsOf({ request, link, transfers }: SettledRequest) {
  const receipts = transfers.map((transfer) => ({
    ...receiptOf(transfer),
    late: link !== undefined && isLate(transfer.blockTime, link.expiresAt),
  }));
  return { request, receipts };
}

interface Recorded {
  readonly accounted: readonly Accounted[];
  readonly milestone: PaymentMilestones['seen'];
  readonly isSingle: boolean;
}

function newsOf(
  { link, transfers }: SettledRequest,
  { accounted, milestone, isSingle }: Recorded,
): readonly PaymentNews[] {
  const byId = new Map(transfers.map((transfer) => [transfer.id, transfer]));
  return accounted.map((one) => {
    const had = byId.get(one.payment.chainTransferId);
    invariant(had !== undefined, 'a payment is of one of these transfers');
    return {
      event: eventOf(one),
      accounted: one,
      link,
      milestones: { ...had.milestones, confirmed: milestone },
      isSingle,
      payerDecision: had.payerDecision,
    };
  });
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
    isBridged: transfer.isBridged,
    bridgeSender: transfer.bridgeSender,
    payerEoaAddress: transfer.payerEoaAddress,
    transactionHash: transfer.transactionHash,
    receivedAt: transfer.blockTime,
  };
}

/** Measures how long a payment took to count, since its block and since its request was created. */
function measureSettlement(ctx: Context, transfer: DueTransfer, createdAt: Date): void {
  const { network, blockTime } = transfer;
  const since = { block: blockTime, created: createdAt };
  for (const [name, time] of Object.entries(since)) {
    const seconds = Math.max(0, (ctx.now().getTime() - time.getTime()) / 1000);
    ctx.meter.observe('payment_settlement_seconds', { network, since: name }, seconds);
  }
}
