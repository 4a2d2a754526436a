import { writtenHash } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { isoTime, unixSeconds } from '#kit/clock.ts';
import { type CommercePayment, currencyOf } from './model/commerce-payment.ts';
import type { CommerceEventShown, CommercePaymentStatusResponse } from './model/commerce-shapes.ts';
import { abilitiesOf } from './model/position.ts';
import { openPayment } from './open-payment.ts';
import { type CommerceState, readState } from './read-state.ts';
import type { StoredEvent } from './store/events.ts';

const SHOWN_TYPES = {
  authorized: ['AUTHORIZED'],
  charged: ['AUTHORIZED', 'CAPTURED'],
  captured: ['CAPTURED'],
  voided: ['VOIDED'],
  reclaimed: ['RECLAIMED'],
  refunded: ['REFUNDED'],
} as const;

/** A payment of the caller with what has happened to it. Refuses (404) all others alike. Reads no chain. */
export async function viewCommercePayment(
  ctx: Context,
  { requestId }: { readonly requestId: string },
): Promise<CommercePaymentStatusResponse> {
  const payment = await openPayment(ctx, requestId);
  const state = await readState(ctx, payment);
  const now = ctx.now();
  const { counted } = state;
  const openOperation = state.open?.kind;
  return {
    requestId,
    status: shownStatus(payment),
    payer: payment.payerAddress,
    merchant: payment.receiverAddress,
    merchantId: payment.merchantId,
    operator: payment.operatorAddress,
    token: currencyOf(payment).address,
    amount: String(payment.amountUnits),
    maxAmount: String(payment.maxUnits),
    capturedAmount: String(counted.capturedUnits),
    refundedAmount: String(counted.refundedUnits),
    voidedAmount: String(counted.voidedUnits),
    reclaimedAmount: String(counted.reclaimedUnits),
    feeBps: payment.feeBps,
    feeReceiver: payment.feeAddress,
    paymentReference: payment.paymentReference,
    commercePaymentHash: payment.paymentHash,
    preApprovalExpiry: String(unixSeconds(payment.preApprovalExpiresAt)),
    authorizationExpiry: String(unixSeconds(payment.authorizationExpiresAt)),
    refundExpiry: String(unixSeconds(payment.refundExpiresAt)),
    ...abilitiesOf({ sums: state.seen, expiries: payment, openOperation, now }),
    createdAt: isoTime(payment.createdAt),
    updatedAt: isoTime(payment.updatedAt),
    events: eventsOf(payment, state, now),
  };
}

function shownStatus({ status }: Pick<CommercePayment, 'status'>) {
  return SHOWN_STATUSES[status];
}

const SHOWN_STATUSES = {
  pending: 'PENDING',
  authorizing: 'AUTHORIZING',
  authorized: 'AUTHORIZED',
  capturing: 'CAPTURING',
  paid: 'PAID',
  voiding: 'VOIDING',
  voided: 'VOIDED',
  refunded: 'REFUNDED',
  partially_refunded: 'PARTIALLY_REFUNDED',
  expired: 'EXPIRED',
  reclaimed: 'RECLAIMED',
  failed: 'FAILED',
} as const;

/** What counts, in the order in which it happened. */
function eventsOf(
  payment: CommercePayment,
  { events, operations }: CommerceState,
  now: Date,
): CommerceEventShown[] {
  const { network } = payment;
  const counted = events
    .filter(({ isCounted }) => isCounted)
    .flatMap((event) => shownEvents(event));
  const failed = operations.flatMap(({ outcome, endedAt, transactionHash }) =>
    outcome === 'failed' && endedAt !== undefined
      ? [
          {
            type: 'FAILED' as const,
            timestamp: isoTime(endedAt),
            ...(transactionHash && { transactionHash: writtenHash(network, transactionHash) }),
          },
        ]
      : [],
  );
  const expiry = payment.status === 'expired' ? expiredAt(payment, events, now) : undefined;
  const expired =
    expiry === undefined ? [] : [{ type: 'EXPIRED' as const, timestamp: isoTime(expiry) }];
  return [...counted, ...failed, ...expired].toSorted((a, b) =>
    a.timestamp < b.timestamp ? -1 : 1,
  );
}

function shownEvents({
  type,
  network,
  blockTime,
  blockNumber,
  transactionHash,
}: StoredEvent): CommerceEventShown[] {
  return SHOWN_TYPES[type].map((shown) => ({
    type: shown,
    timestamp: isoTime(blockTime),
    transactionHash: writtenHash(network, transactionHash),
    blockNumber: Number(blockNumber),
  }));
}

function expiredAt(
  { preApprovalExpiresAt, authorizationExpiresAt }: CommercePayment,
  events: readonly StoredEvent[],
  now: Date,
): Date {
  const isAuthorized = events.some(({ isCounted }) => isCounted);
  const at = isAuthorized ? authorizationExpiresAt : preApprovalExpiresAt;
  return at < now ? at : now;
}
