import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';
import { next } from '#kit/machine.ts';
import { countedFeeUnits, requestEventOf, type Standing, standingOf } from './model/accounting.ts';
import { requestMachine } from './model/status.ts';
import { insertPayment, sumStandingPayments } from './store/payments.ts';
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
    /** The transfer that brought it. */
    readonly chainTransferId: string;
    readonly amountUnits: bigint;
    readonly feeUnits: bigint;
    readonly tokenUnits: bigint;
    readonly tokenFeeUnits: bigint;
    readonly payerAddress: string;
    readonly transactionHash: Hex;
    readonly late: boolean;
  };
  readonly standing: Standing;
}

/**
 * Adds a payment to the books of a locked request and moves the request along.
 *
 * Answers undefined when this transfer was recorded before. Needs the caller's transaction.
 */
export async function recordPayment(
  ctx: Context,
  request: LockedRequest,
  receipt: Receipt,
): Promise<Accounted | undefined> {
  invariant(ctx.db.isTransaction, 'a payment is recorded in the transaction of its transfer');
  const feeUnits = countedFeeUnits(request, receipt);
  const added = await insertPayment(ctx, {
    id: ctx.newId(),
    accountId: request.accountId,
    requestId: request.id,
    chainTransferId: receipt.chainTransferId,
    network: request.network,
    currencyId: request.currencyId,
    amountUnits: receipt.amountUnits,
    feeUnits,
    tokenUnits: receipt.tokenUnits,
    tokenFeeUnits: receipt.tokenFeeUnits,
    payerAddress: receipt.payerAddress,
    transactionHash: bytesOf(receipt.transactionHash),
    late: receipt.late,
    receivedAt: receipt.receivedAt,
  });
  if (!added) return undefined;
  return {
    request,
    payment: { ...receipt, feeUnits },
    standing: await settleStanding(ctx, request),
  };
}

/** Adds up what stands and moves the locked request to the state that says so. */
export async function settleStanding(ctx: Context, request: LockedRequest): Promise<Standing> {
  const standing = standingOf(request.expectedUnits, await sumStandingPayments(ctx, request.id));
  const to = next(requestMachine, request.status, requestEventOf(standing));
  if (to !== undefined) {
    const moved = await moveRequestStatus(ctx, request.id, { from: request.status, to });
    invariant(moved, 'nobody moves a request that is locked');
  }
  return standing;
}
