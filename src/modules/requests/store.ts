import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex, hexOf } from '#kit/hex.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import type { RequestTable } from '#platform/db/tables.generated.ts';
import { isRequestStatus, type RequestStatus } from './model/status.ts';

/** A drawn-up request, ready to be inserted. */
export type NewRequest = Insertable<RequestTable>;

/**
 * The statement that adds requests. It is handed out instead of run, so that links and what they
 * ask for are written by one statement, in one round trip and all or nothing.
 */
export function insertRequests(rows: readonly NewRequest[]): RawBuilder<unknown> {
  return insertRows({
    into: 'request',
    columns: [
      'id',
      'account_id',
      'request_id',
      'payment_reference',
      'reference_topic',
      'salt',
      'status',
      'network',
      'currency_id',
      'token_address',
      'payee_address',
      'expected_units',
      'fee_units',
      'fee_percentage',
      'fee_address',
      'created_at',
    ],
    rows,
  });
}

/** A request as a payment on a chain is matched with it. */
export interface RequestByTopic {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly paymentReference: string;
  readonly referenceTopic: Hex;
  readonly network: string;
  readonly currencyId: string;
  readonly tokenAddress: string;
  readonly payeeAddress: string;
  readonly expectedUnits: bigint;
  readonly feeUnits: bigint;
  /** Null when no fee was asked for. */
  readonly feeAddress: string | null;
}

/** The requests whose references hash to these topics, in no particular order, each at most once. */
export async function findRequestsByTopic(
  ctx: Context,
  topics: readonly Hex[],
): Promise<readonly RequestByTopic[]> {
  if (topics.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('request')
    .select([
      'id',
      'account_id',
      'request_id',
      'payment_reference',
      'reference_topic',
      'network',
      'currency_id',
      'token_address',
      'payee_address',
      'expected_units',
      'fee_units',
      'fee_address',
    ])
    // One parameter for all of them: a busy contract names more in a window than a statement may have.
    .where(sql<boolean>`reference_topic = any (${topics.map(bytesOf)}::bytea[])`)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    requestId: row.request_id,
    paymentReference: row.payment_reference,
    referenceTopic: hexOf(row.reference_topic),
    network: row.network,
    currencyId: row.currency_id,
    tokenAddress: row.token_address,
    payeeAddress: row.payee_address,
    expectedUnits: row.expected_units,
    feeUnits: row.fee_units,
    feeAddress: row.fee_address,
  }));
}

/** A request as the books see it, locked until the transaction ends. */
export interface LockedRequest {
  readonly id: string;
  readonly accountId: string;
  /** The public request id. */
  readonly requestId: string;
  readonly paymentReference: string;
  readonly status: RequestStatus;
  readonly network: string;
  readonly currencyId: string;
  readonly expectedUnits: bigint;
  /** Null when no fee was asked for. */
  readonly feeAddress: string | null;
}

/**
 * Locks a request against other settlers, so that the sum of its payments is added up by one at a
 * time. `no key update` leaves readers and new foreign keys alone.
 */
export async function lockRequest(ctx: Context, id: string): Promise<LockedRequest> {
  const row = await ctx.db
    .selectFrom('request')
    .select([
      'id',
      'account_id',
      'request_id',
      'payment_reference',
      'status',
      'network',
      'currency_id',
      'expected_units',
      'fee_address',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  invariant(row !== undefined && isRequestStatus(row.status), `request ${id} exists`);
  return {
    id: row.id,
    accountId: row.account_id,
    requestId: row.request_id,
    paymentReference: row.payment_reference,
    status: row.status,
    network: row.network,
    currencyId: row.currency_id,
    expectedUnits: row.expected_units,
    feeAddress: row.fee_address,
  };
}

/** Moves the status only if it is still `from`; false when somebody else moved it. */
export async function moveRequestStatus(
  ctx: Context,
  id: string,
  move: { readonly from: RequestStatus; readonly to: RequestStatus },
): Promise<boolean> {
  const result = await ctx.db
    .updateTable('request')
    .set({ status: move.to })
    .where('id', '=', id)
    .where('status', '=', move.from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** A payment to be added to the books. */
export interface NewPayment {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly chainTransferId: string;
  readonly network: string;
  readonly currencyId: string;
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  readonly payerAddress: string;
  readonly transactionHash: Buffer;
  readonly late: boolean;
  readonly receivedAt: Date;
}

/** Adds a payment; false when this transfer was recorded before, which leaves the books alone. */
export async function insertPayment(ctx: Context, payment: NewPayment): Promise<boolean> {
  const result = await ctx.db
    .insertInto('payment')
    .values({
      id: payment.id,
      account_id: payment.accountId,
      request_id: payment.requestId,
      chain_transfer_id: payment.chainTransferId,
      network: payment.network,
      currency_id: payment.currencyId,
      amount_units: payment.amountUnits,
      fee_units: payment.feeUnits,
      payer_address: payment.payerAddress,
      transaction_hash: payment.transactionHash,
      late: payment.late,
      received_at: payment.receivedAt,
    })
    .onConflict((conflict) => conflict.column('chain_transfer_id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** The sum of a request's payments that stand. Only exact under the lock of the request. */
export async function sumStandingPayments(ctx: Context, requestId: string): Promise<bigint> {
  const { rows } = await sql<{ paid_units: bigint }>`
    select coalesce(sum(p.amount_units), 0)::numeric(78, 0) as paid_units
    from payment p
    where p.request_id = ${requestId}
      and not exists (select from payment_undo u where u.payment_id = p.id)`.execute(ctx.db);
  return rows[0]?.paid_units ?? 0n;
}

/** A payment that stands, as it was recorded. */
export interface StandingPayment {
  readonly id: string;
  readonly requestId: string;
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  readonly payerAddress: string;
  readonly transactionHash: Buffer;
  readonly late: boolean;
}

/** The standing payments behind these transfers, by request, so that locks are taken in one order. */
export async function findStandingPayments(
  ctx: Context,
  chainTransferIds: readonly string[],
): Promise<readonly StandingPayment[]> {
  const rows = await ctx.db
    .selectFrom('payment')
    .leftJoin('payment_undo', 'payment_undo.payment_id', 'payment.id')
    .select([
      'payment.id',
      'payment.request_id',
      'payment.amount_units',
      'payment.fee_units',
      'payment.payer_address',
      'payment.transaction_hash',
      'payment.late',
    ])
    .where('payment.chain_transfer_id', 'in', [...chainTransferIds])
    .where('payment_undo.payment_id', 'is', null)
    .orderBy('payment.request_id')
    .orderBy('payment.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    requestId: row.request_id,
    amountUnits: row.amount_units,
    feeUnits: row.fee_units,
    payerAddress: row.payer_address,
    transactionHash: row.transaction_hash,
    late: row.late,
  }));
}

/** Marks a payment as taken back; false when it already was. */
export async function insertPaymentUndo(
  ctx: Context,
  undo: { readonly paymentId: string; readonly undoneAt: Date },
): Promise<boolean> {
  const result = await ctx.db
    .insertInto('payment_undo')
    .values({ payment_id: undo.paymentId, undone_at: undo.undoneAt })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Whether any of these requests is not wholly paid. */
export async function anyUnpaid(ctx: Context, ids: readonly string[]): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('request')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '<>', 'paid')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
