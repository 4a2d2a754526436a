import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';
import { next } from '#kit/machine.ts';
import {
  type ActivePayment,
  countedFeeUnits,
  insertPayments,
  type PaymentTotals,
  totalsOf,
} from '#modules/ledger/index.ts';
import { findOwnFees, withOwnFees } from './find-own-fees.ts';
import type { FeeOfPayment } from './model/shown-payment.ts';
import { requestEventOf, requestMachine } from './model/status.ts';
import { type LockedRequest, moveRequestStatuses, type RequestMove } from './store/requests.ts';

/** A confirmed transfer, about to become a payment. */
interface Receipt {
  readonly chainTransferId: string;
  /** What reached the payee, in the unit of the request's invoice currency; above zero. */
  readonly amountUnits: bigint;
  /** The fee that was seen to be paid beside it, and to whom. */
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  /** What moved in the token; the same as the amounts above unless it was converted. */
  readonly tokenUnits: bigint;
  readonly tokenFeeUnits: bigint;
  readonly payerAddress: string;
  /** Whether a bridge made it, for a deposit on another network. */
  readonly isBridged: boolean;
  /** Who sent it to the bridge; null for others, and while its deposit was not found. */
  readonly bridgeSender: string | null;
  /** The key whose tokens the payer, an account, paid with; null where the chain does not show one. */
  readonly payerEoaAddress: string | null;
  readonly transactionHash: Hex;
  readonly late: boolean;
  readonly receivedAt: Date;
}

/** A payment that was added or undone, and the new totals of its request. */
export interface Accounted {
  readonly request: LockedRequest;
  readonly payment: {
    readonly id: string;
    /** The transfer that brought it. */
    readonly chainTransferId: string;
    readonly amountUnits: bigint;
    readonly feeUnits: bigint;
    /** The same, and also the fee that only the payment's call named, with any receiver. */
    readonly slotFeeUnits: bigint;
    readonly tokenUnits: bigint;
    readonly tokenFeeUnits: bigint;
    readonly payerAddress: string;
    readonly isBridged: boolean;
    readonly bridgeSender: string | null;
    readonly payerEoaAddress: string | null;
    readonly transactionHash: Hex;
    readonly late: boolean;
  };
  readonly totals: PaymentTotals;
  /** The fees that were paid beside it as requests of their own; of an undone payment those undone with it. */
  readonly ownFees: readonly FeeOfPayment[];
}

/** The same without the fees that are requests of their own. */
type AccountedAlone = Omit<Accounted, 'ownFees'>;

/** Confirmed transfers of a locked request, in the order in which they count. */
interface ReceiptsOfRequest {
  readonly request: LockedRequest;
  readonly receipts: readonly Receipt[];
}

/**
 * Adds payments to locked requests, in their order, and moves each request once, to where they bring it
 * together. Answers for each request one entry for each payment, with the totals up to it. Each request is
 * named once. It takes the same few statements for any number of them.
 *
 * Returns undefined when one of these transfers was recorded before: the caller must then give its
 * transaction up. Needs that transaction.
 */
export async function recordPayments(
  ctx: Context,
  wanted: readonly ReceiptsOfRequest[],
): Promise<readonly (readonly Accounted[])[] | undefined> {
  invariant(ctx.db.isTransaction, 'a payment is recorded in the transaction of its transfer');
  const drafted = wanted.map(({ request, receipts }) => ({
    request,
    payments: receipts.map((receipt) => paymentOf(ctx, request, receipt)),
  }));
  const rows = drafted.flatMap(({ request, payments }) =>
    payments.map((payment) => ({
      ...payment,
      accountId: request.accountId,
      requestId: request.id,
      network: request.network,
      currencyId: request.currencyId,
      transactionHash: bytesOf(payment.transactionHash),
    })),
  );
  if ((await insertPayments(ctx, rows)) !== rows.length) return undefined;
  const accounted = drafted.map(({ request, payments }) => withTotals(request, payments));
  await moveToTotals(
    ctx,
    drafted.map(({ request, payments }) => ({
      request,
      paidUnits: payments.reduce((sum, one) => sum + one.amountUnits, request.paidUnits),
    })),
  );
  const fees = await findOwnFees(ctx, accounted.flat());
  return accounted.map((ofRequest) => withOwnFees(ofRequest, fees));
}

function paymentOf(ctx: Context, request: LockedRequest, receipt: Receipt) {
  const feeUnits = countedFeeUnits(request, receipt);
  const slotFeeUnits = request.feeAddress === null ? receipt.feeUnits : feeUnits;
  return { ...receipt, id: ctx.newOrderedId(), feeUnits, slotFeeUnits };
}

/** Payments with the totals up to each, in their order. */
function withTotals(
  request: LockedRequest,
  payments: readonly Accounted['payment'][],
): readonly AccountedAlone[] {
  let { paidUnits } = request;
  return payments.map((payment) => {
    paidUnits += payment.amountUnits;
    return { request, payment, totals: totalsOf(request.expectedUnits, paidUnits) };
  });
}

/** A stored payment with its request and the totals that it led to. */
export function accountedOf(
  request: LockedRequest,
  stored: ActivePayment,
  totals: PaymentTotals,
): AccountedAlone {
  const slotFeeUnits = request.feeAddress === null ? stored.seenFeeUnits : stored.feeUnits;
  return { request, payment: { ...stored, slotFeeUnits }, totals };
}

/** The totals of a locked request. */
interface RequestTotal {
  readonly request: LockedRequest;
  readonly paidUnits: bigint;
}

/** Moves locked requests to the states of their totals. */
export async function moveToTotals(ctx: Context, totals: readonly RequestTotal[]): Promise<void> {
  const moves = totals.flatMap(({ request, paidUnits }): RequestMove[] => {
    const { id, status: from } = request;
    const to = next(
      requestMachine,
      from,
      requestEventOf(totalsOf(request.expectedUnits, paidUnits)),
    );
    return to === undefined ? [] : [{ id, from, to, paidUnits }];
  });
  const moved = await moveRequestStatuses(ctx, moves);
  invariant(moved === moves.length, 'no other transaction moves a locked request or its sum');
}
