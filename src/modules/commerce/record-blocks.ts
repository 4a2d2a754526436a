import type { NetworkId } from '#catalog/networks.ts';
import type { EscrowBlocks, ForeignAuthorization } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { recordEvent } from '#modules/events/index.ts';
import { findRelayed } from '#modules/relayer/index.ts';
import { purposeOf } from './carry-out.ts';
import { endOpenOperation, reopenTakenBack } from './end-open-operation.ts';
import { type CommercePayment, currencyOf } from './model/commerce-payment.ts';
import { readState } from './read-state.ts';
import { refreshStatus } from './refresh-status.ts';
import { type EscrowCursor, insertForeign, moveCursor } from './store/cursors.ts';
import {
  countEvent,
  findCountable,
  insertEvent,
  type StoredEvent,
  undoEvents,
} from './store/events.ts';
import { correctFailed } from './store/operations.ts';
import { endWatching, findNamedPayments, lockPayment } from './store/payments.ts';

/** Far more than blocks have; what is left counts with the next read. */
const COUNTED_MAX = 500;

/** What was read of a network. */
interface Recording {
  readonly cursor: EscrowCursor;
  readonly read: EscrowBlocks;
  /** The newest block that is deep enough to count. */
  readonly countUpTo: bigint;
}

/** Stores what was read of an escrow: all of it in one transaction, or nothing where another process was first. */
export async function recordBlocks(
  ctx: Context,
  { cursor, read, countUpTo }: Recording,
): Promise<void> {
  const { network } = cursor;
  const settled = read.finalNumber + 1n;
  const nextBlock = settled > cursor.nextBlock ? settled : cursor.nextBlock;
  if (!(await moveCursor(ctx, cursor, { nextBlock, headBlock: read.headNumber }))) return;
  for (const event of await undoEvents(ctx, network, read.replaced)) await takeBack(ctx, event);
  await insertEvents(ctx, network, read);
  const due = await findCountable(ctx, { network, upTo: countUpTo, limit: COUNTED_MAX });
  for (const event of due) await count(ctx, event);
  if (read.upTo === read.headNumber) await endWatching(ctx, network);
}

async function takeBack(ctx: Context, event: StoredEvent): Promise<void> {
  const payment = await lockPayment(ctx, event.paymentId);
  await reopenTakenBack(ctx, payment);
  await refreshStatus(ctx, payment.id);
}

async function insertEvents(
  ctx: Context,
  network: NetworkId,
  { events, foreign }: EscrowBlocks,
): Promise<void> {
  if (events.length + foreign.length === 0) return;
  const payments = await findNamedPayments(ctx, network, {
    paymentHashes: events.map(({ paymentHash }) => paymentHash),
    referenceKeys: foreign.map(({ referenceKey }) => referenceKey),
  });
  for (const event of events) {
    const payment = payments.find(({ paymentHash }) => paymentHash === event.paymentHash);
    if (payment === undefined) continue;
    await insertEvent(ctx, { event, payment });
    if (event.isMoved) continue;
    ctx.meter.count('commerce_unmoved_events_total', { network });
    ctx.log.error(
      { network, transactionHash: event.transactionHash, requestId: payment.requestId },
      'the escrow reports what the token did not move; it does not count',
    );
  }
  for (const one of foreign) await reportForeign(ctx, one, payments);
}

/** An alarm: somebody holds tokens under a reference of ours, on other terms than those that we know. */
async function reportForeign(
  ctx: Context,
  foreign: ForeignAuthorization,
  payments: readonly CommercePayment[],
): Promise<void> {
  const payment = payments.find(({ referenceKey }) => referenceKey === foreign.referenceKey);
  if (payment === undefined || !(await insertForeign(ctx, payment, foreign))) return;
  const { network, requestId } = payment;
  ctx.meter.count('commerce_foreign_authorizations_total', { network, via: foreign.by });
  ctx.log.error(
    { network, requestId, via: foreign.by, transactionHash: foreign.transactionHash },
    'somebody else authorised a payment with a reference of ours; it is credited to nobody',
  );
}

async function count(ctx: Context, event: StoredEvent): Promise<void> {
  const payment = await lockPayment(ctx, event.paymentId);
  await countEvent(ctx, event.id);
  const { open } = await readState(ctx, payment);
  const sent = open && (await findRelayed(ctx, purposeOf(open)));
  const { transactionHash } = event;
  if (open !== undefined && sent?.hashes.includes(transactionHash) === true) {
    await endOpenOperation(ctx, payment, { id: open.id, outcome: 'done', transactionHash });
  } else await correctFailed(ctx, payment, transactionHash);
  await refreshStatus(ctx, payment.id);
  if (event.type === 'refunded') await reportRefund(ctx, payment, event);
}

async function reportRefund(
  ctx: Context,
  payment: CommercePayment,
  { units }: StoredEvent,
): Promise<void> {
  const { symbol, decimals } = currencyOf(payment);
  await recordEvent(ctx, {
    accountId: payment.accountId,
    securePaymentToken: null,
    clientIdId: payment.clientIdId,
    orchestratorId: null,
    origin: null,
    payload: {
      event: 'payment.refunded',
      requestId: payment.requestId,
      requestID: payment.requestId,
      paymentReference: payment.paymentReference,
      refundedTo: payment.payerAddress,
      refundAmount: printAmount(units, decimals),
      currency: symbol,
      timestamp: isoTime(ctx.now()),
      paymentProcessor: 'service-network',
    },
  });
}
