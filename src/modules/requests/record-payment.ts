import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';
import { next } from '#kit/machine.ts';
import { countedFeeUnits, requestEventOf, type Standing, standingOf } from './model/accounting.ts';
import { requestMachine } from './model/status.ts';
import { insertPayments } from './store/payments.ts';
import { type LockedRequest, moveRequestStatus } from './store/requests.ts';

/** A confirmed transfer, about to become a payment. */
export interface Receipt {
  readonly chainTransferId: string;
  /** What reached the payee, in the unit of the request's books; above zero. */
  readonly amountUnits: bigint;
  /** The fee that was seen to be paid beside it, and to whom. */
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  /** What moved in the token; the same as the amounts above unless it was converted. */
  readonly tokenUnits: bigint;
  readonly tokenFeeUnits: bigint;
  readonly payerAddress: string;
  readonly transactionHash: Hex;
  readonly late: boolean;
  readonly receivedAt: Date;
}

/** A payment that was added or taken back, and how its request stands now. */
export interface Accounted {
  readonly request: LockedRequest;
  readonly payment: {
    readonly id: string;
    /** The transfer that brought it. */
    readonly chainTransferId: string;
    readonly amountUnits: bigint;
    readonly feeUnits: bigint;
    /** The same, and also the fee that only the payment's call named, whoever received it. */
    readonly slotFeeUnits: bigint;
    readonly tokenUnits: bigint;
    readonly tokenFeeUnits: bigint;
    readonly payerAddress: string;
    readonly transactionHash: Hex;
    readonly late: boolean;
  };
  readonly standing: Standing;
}

/**
 * Adds payments to a locked request, in their order, and moves the request once, to where they bring it
 * together. Answers one entry for each, with the totals up to it.
 *
 * Answers undefined when one of these transfers was recorded before: the caller must then give its
 * transaction up. Needs that transaction.
 */
export async function recordPayments(
  ctx: Context,
  request: LockedRequest,
  receipts: readonly Receipt[],
): Promise<readonly Accounted[] | undefined> {
  invariant(ctx.db.isTransaction, 'a payment is recorded in the transaction of its transfer');
  const payments = receipts.map((receipt) => ({
    ...receipt,
    id: ctx.newOrderedId(),
    feeUnits: countedFeeUnits(request, receipt),
    slotFeeUnits:
      request.feeAddress === null ? receipt.feeUnits : countedFeeUnits(request, receipt),
  }));
  const added = await insertPayments(
    ctx,
    payments.map((payment) => ({
      ...payment,
      accountId: request.accountId,
      requestId: request.id,
      network: request.network,
      currencyId: request.currencyId,
      transactionHash: bytesOf(payment.transactionHash),
    })),
  );
  if (added !== payments.length) return undefined;
  let { paidUnits } = request;
  const accounted = payments.map((payment) => {
    paidUnits += payment.amountUnits;
    return { request, payment, standing: standingOf(request.expectedUnits, paidUnits) };
  });
  await moveToTotals(ctx, request, paidUnits);
  return accounted;
}

/** Moves the locked request to the state that says what is paid of it now; answers how it stands. */
export async function moveToTotals(
  ctx: Context,
  request: LockedRequest,
  paidUnits: bigint,
): Promise<Standing> {
  const standing = standingOf(request.expectedUnits, paidUnits);
  const to = next(requestMachine, request.status, requestEventOf(standing));
  if (to !== undefined) {
    const moved = await moveRequestStatus(ctx, request.id, { from: request.status, to, paidUnits });
    invariant(moved, 'nobody moves a request that is locked, nor its sum');
  }
  return standing;
}
