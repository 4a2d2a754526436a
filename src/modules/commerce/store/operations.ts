import { type Selectable, sql } from 'kysely';
import type { Context } from '#context.ts';
import { byId } from '#kit/by-id.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex, hexOf } from '#kit/hex.ts';
import type { CommerceOperationTable } from '#platform/db/tables.generated.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { OperationKind } from '../model/position.ts';

/** How an operation ended: its event counts, its transaction was reverted or displaced, or nothing was sent. */
type OperationOutcome = 'done' | 'failed' | 'refused';

/** What is sent with the operator's key. */
export interface Operation {
  readonly id: string;
  readonly accountId: string;
  readonly paymentId: string;
  readonly kind: OperationKind;
  readonly units: bigint;
  readonly signature: Hex | undefined;
  readonly createdAt: Date;
  /** Undefined while it is open. */
  readonly outcome: OperationOutcome | undefined;
  readonly endedAt: Date | undefined;
  readonly transactionHash: Hex | undefined;
}

const KINDS = ['authorize', 'capture', 'void'] as const;
const OUTCOMES = ['done', 'failed', 'refused'] as const;

/** Adds an open operation. */
export async function insertOperation(
  ctx: Context,
  operation: Pick<Operation, 'id' | 'accountId' | 'paymentId' | 'kind' | 'units' | 'signature'> & {
    readonly reason: string | undefined;
    readonly nextCheckAt: Date;
  },
): Promise<void> {
  const { signature } = operation;
  await ctx.db
    .insertInto('commerce_operation')
    .values({
      id: operation.id,
      account_id: operation.accountId,
      commerce_payment_id: operation.paymentId,
      kind: operation.kind,
      units: operation.units,
      signature: signature === undefined ? null : bytesOf(signature),
      reason: operation.reason ?? null,
      created_at: ctx.now(),
      next_check_at: operation.nextCheckAt,
    })
    .execute();
}

/** The operations of a payment, oldest first. */
export async function findOperations(
  ctx: Context,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<readonly Operation[]> {
  const rows = await ctx.db
    .selectFrom('commerce_operation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('commerce_payment_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(operationFrom);
}

/** How an open operation ends, and by which transaction. */
export interface OperationEnd {
  readonly id: string;
  readonly outcome: OperationOutcome;
  readonly transactionHash?: Hex | undefined;
}

/** Ends an open operation; returns whether it was open. */
export async function endOperation(
  ctx: Context,
  { id, outcome, transactionHash }: OperationEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('commerce_operation')
    .set({
      outcome,
      ended_at: ctx.now(),
      next_check_at: null,
      transaction_hash: transactionHash === undefined ? null : bytesOf(transactionHash),
    })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lets an operation be done whose transaction was reverted, and which a reorg had carried out again otherwise. */
export async function correctFailed(
  ctx: Context,
  { id: paymentId, accountId }: { readonly id: string; readonly accountId: string },
  transactionHash: Hex,
): Promise<void> {
  await ctx.db
    .updateTable('commerce_operation')
    .set({ outcome: 'done', ended_at: ctx.now() })
    .where('account_id', '=', accountId)
    .where('commerce_payment_id', '=', paymentId)
    .where('transaction_hash', '=', bytesOf(transactionHash))
    .where('outcome', '=', 'failed')
    .execute();
}

/**
 * Opens the oldest operation again that was done by a transaction which a reorg took out of its block: it may be carried out once more.
 * Returns its id; undefined where there is none, or one is open.
 */
export async function reopenOperation(
  ctx: Context,
  { id: paymentId, accountId }: { readonly id: string; readonly accountId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ readonly id: string }>`
    update commerce_operation
    set outcome = null, ended_at = null, transaction_hash = null, next_check_at = ${ctx.now()}
    where id = (
      select done.id from commerce_operation done
      where done.account_id = ${accountId} and done.commerce_payment_id = ${paymentId}
        and done.outcome = 'done'
        and not exists (
          select from commerce_event found
          where found.account_id = ${accountId} and found.commerce_payment_id = ${paymentId}
            and found.transaction_hash = done.transaction_hash and found.undone_at is null
        )
      order by done.id limit 1
    ) and not exists (
      select from commerce_operation other
      where other.commerce_payment_id = ${paymentId} and other.outcome is null
    )
    returning id`.execute(ctx.db);
  return rows[0]?.id;
}

/** Whether an operation is due. */
export const isOperationDue = (ctx: Context): DueCondition => sql`(
  select true from commerce_operation where next_check_at <= ${ctx.now()}
  order by next_check_at limit 1)`;

/** Takes up to `limit` open operations that are due, for this process alone until `leasedUntil`. */
export async function takeDueOperations(
  ctx: Context,
  { leasedUntil, limit }: { readonly leasedUntil: Date; readonly limit: number },
): Promise<readonly Operation[]> {
  const { rows } = await sql<Selectable<CommerceOperationTable>>`
    with due as (
      select id from commerce_operation where next_check_at <= ${ctx.now()}
      order by next_check_at, id limit ${limit}
      for no key update skip locked
    )
    update commerce_operation operation set next_check_at = ${leasedUntil}
    from due where operation.id = due.id
    returning operation.*`.execute(ctx.db);
  return rows.map(operationFrom).toSorted(byId);
}

/** Lets an open operation be checked again. */
export async function deferOperation(ctx: Context, id: string, at: Date): Promise<void> {
  await ctx.db
    .updateTable('commerce_operation')
    .set({ next_check_at: at })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute();
}

function operationFrom(row: Selectable<CommerceOperationTable>): Operation {
  const kind = KINDS.find((one) => one === row.kind);
  invariant(kind !== undefined, `no operation is called "${row.kind}"`);
  return {
    id: row.id,
    accountId: row.account_id,
    paymentId: row.commerce_payment_id,
    kind,
    units: BigInt(row.units),
    signature: row.signature === null ? undefined : hexOf(row.signature),
    createdAt: row.created_at,
    outcome: OUTCOMES.find((one) => one === row.outcome),
    endedAt: row.ended_at ?? undefined,
    transactionHash: row.transaction_hash === null ? undefined : hexOf(row.transaction_hash),
  };
}
