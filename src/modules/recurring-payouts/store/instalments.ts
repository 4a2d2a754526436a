import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex, hexOf } from '#kit/hex.ts';
import type { Instalment } from '../model/recurring-payout.ts';
import { type InstalmentStatus, isInstalmentStatus } from '../model/status.ts';

/** The row of a new instalment. */
export interface NewInstalment {
  readonly recurringPayoutId: string;
  readonly accountId: string;
  readonly index: number;
  readonly status: InstalmentStatus;
  readonly requestRowId: string;
  readonly dueAt: Date;
}

/** Adds an instalment. */
export async function insertInstalment(ctx: Context, one: NewInstalment): Promise<void> {
  await ctx.db
    .insertInto('recurring_instalment')
    .values({
      recurring_payout_id: one.recurringPayoutId,
      account_id: one.accountId,
      instalment_index: one.index,
      status: one.status,
      request_id: one.requestRowId,
      due_at: one.dueAt,
      created_at: ctx.now(),
    })
    .execute();
}

interface InstalmentRow {
  recurring_payout_id: string;
  instalment_index: number;
  status: string;
  due_at: Date;
  request_row_id: string;
  request_id: string;
  payment_reference: Hex;
  is_paid: boolean;
  sent_at: Date | null;
  transaction_hash: Buffer | null;
  taken_at: Date | null;
}

/** The instalments of recurring payouts that were made so far, each payout's in their order. */
export async function findInstalments(
  ctx: Context,
  recurringPayoutIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Instalment[]>> {
  if (recurringPayoutIds.length === 0) return new Map();
  const { rows } = await sql<InstalmentRow>`
    select one.recurring_payout_id, one.instalment_index, one.status, one.due_at,
      one.request_id as request_row_id, request.request_id, request.payment_reference,
      request.status = 'paid' as is_paid, one.sent_at, one.transaction_hash,
      one.taken_at
    from recurring_instalment one
    join request_summary request on request.id = one.request_id
    where one.recurring_payout_id = any (${[...recurringPayoutIds]}::text[])
    order by one.recurring_payout_id, one.instalment_index`.execute(ctx.db);
  const byPayout = Map.groupBy(rows, (row) => row.recurring_payout_id);
  return new Map(
    recurringPayoutIds.map((id) => [id, (byPayout.get(id) ?? []).map(instalmentFrom)]),
  );
}

/** Those of one recurring payout. */
export async function findInstalmentsOf(
  ctx: Context,
  { id }: { readonly id: string },
): Promise<readonly Instalment[]> {
  return (await findInstalments(ctx, [id])).get(id) ?? [];
}

function instalmentFrom(row: InstalmentRow): Instalment {
  invariant(isInstalmentStatus(row.status), `no instalment may be "${row.status}"`);
  return {
    index: row.instalment_index,
    status: row.status,
    dueAt: row.due_at,
    requestRowId: row.request_row_id,
    requestId: row.request_id,
    paymentReference: row.payment_reference,
    isPaid: row.is_paid,
    sentAt: row.sent_at,
    transactionHash: row.transaction_hash && hexOf(row.transaction_hash),
    takenAt: row.taken_at,
  };
}

/** Where an instalment goes. */
export interface InstalmentMove {
  readonly recurringPayoutId: string;
  readonly index: number;
  readonly from: InstalmentStatus;
  readonly to: InstalmentStatus;
  /** What took it, where that was looked up. */
  readonly taken?: { readonly transactionHash: Hex; readonly blockTime: Date };
}

/** Moves an instalment where it is still `from`; returns whether it was. */
export async function moveInstalmentStatus(ctx: Context, move: InstalmentMove): Promise<boolean> {
  const { taken, to } = move;
  const isResolved = to === 'lost' || to === 'paid_elsewhere';
  const { numUpdatedRows } = await ctx.db
    .updateTable('recurring_instalment')
    .set({
      status: to,
      resolved_at: isResolved ? ctx.now() : null,
      ...(to === 'sent' && { sent_at: ctx.now() }),
      ...(taken && {
        transaction_hash: bytesOf(taken.transactionHash),
        taken_at: taken.blockTime,
      }),
    })
    .where('recurring_payout_id', '=', move.recurringPayoutId)
    .where('instalment_index', '=', move.index)
    .where('status', '=', move.from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
