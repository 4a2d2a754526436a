import { type Selectable, sql } from 'kysely';
import { isNetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { byId } from '#kit/by-id.ts';
import { invariant } from '#kit/failure.ts';
import type { OffRampOrderTable } from '#platform/db/tables.generated.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { OffRampOrderOfRequest } from './model/off-ramp-order.ts';
import { isOffRampStatus, type OffRampStatus } from './model/status.ts';

type Row = Selectable<OffRampOrderTable>;

function orderFrom(row: Row): OffRampOrderOfRequest {
  const { network, status } = row;
  invariant(isNetworkId(network) && isOffRampStatus(status), 'an order is in our words');
  return {
    id: row.id,
    accountId: row.account_id,
    requestRowId: row.request_id,
    status,
    network,
    currencyId: row.currency_id,
    amountUnits: row.amount_units,
    payoutCurrency: row.payout_currency,
    providerAccountId: row.provider_account_id,
    providerOrderId: row.provider_order_id,
    depositAddress: row.deposit_address,
    providerState: row.provider_state,
    endsAt: row.ends_at,
    createdAt: row.created_at,
    readFailures: row.read_failures,
  };
}

/** The order of a request that is not void; undefined without one. */
export async function findOrder(
  ctx: Context,
  requestRowId: string,
): Promise<OffRampOrderOfRequest | undefined> {
  const row = await ctx.db
    .selectFrom('off_ramp_order')
    .selectAll()
    .where('request_id', '=', requestRowId)
    .where('status', '<>', 'voided')
    .executeTakeFirst();
  return row && orderFrom(row);
}

/** What an order is drafted from. */
export type NewOrder = Pick<
  OffRampOrderOfRequest,
  | 'id'
  | 'accountId'
  | 'requestRowId'
  | 'network'
  | 'currencyId'
  | 'amountUnits'
  | 'payoutCurrency'
  | 'providerAccountId'
  | 'endsAt'
  | 'createdAt'
>;

/** Adds an order that nobody was asked for yet; not where the request has one. */
export async function insertOrder(ctx: Context, order: NewOrder): Promise<void> {
  await ctx.db
    .insertInto('off_ramp_order')
    .values({
      id: order.id,
      account_id: order.accountId,
      request_id: order.requestRowId,
      status: 'drafted',
      network: order.network,
      currency_id: order.currencyId,
      amount_units: order.amountUnits,
      payout_currency: order.payoutCurrency,
      provider_account_id: order.providerAccountId,
      ends_at: order.endsAt,
      created_at: order.createdAt,
    })
    // The index of requests with an order that is not void.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Where an order goes, from where it was read. */
interface OrderMove {
  readonly id: string;
  readonly from: OffRampStatus;
  readonly to: OffRampStatus;
}

/** Stores what the provider made of a draft; false where another process has done so. */
export async function storeOpened(
  ctx: Context,
  { id, from, to }: OrderMove,
  opened: {
    readonly providerOrderId: string;
    readonly depositAddress: string;
    readonly providerState: string;
    readonly nextReadAt: Date | null;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('off_ramp_order')
    .set({
      status: to,
      provider_order_id: opened.providerOrderId,
      deposit_address: opened.depositAddress,
      provider_state: opened.providerState,
      next_read_at: opened.nextReadAt,
    })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Moves an order where it is still where it was read; false otherwise. */
export async function moveOrder(ctx: Context, { id, from, to }: OrderMove): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('off_ramp_order')
    .set({ status: to, ...(isReturn(to) && { returned_at: ctx.now() }) })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether the money comes back by this move, or was given up. */
function isReturn(to: OffRampStatus): boolean {
  return to === 'bounced' || to === 'failed';
}

/** An order that is due, and until when it is this process's. */
export interface TakenOrder extends OffRampOrderOfRequest {
  readonly leasedUntil: Date;
}

/** Whether the provider is to be queried about an order. */
export const isOrderDue = (ctx: Context): DueCondition => sql`(
  select true from off_ramp_order where next_read_at <= ${ctx.now()} order by next_read_at limit 1)`;

/** Takes orders whose provider is to be asked, the longest due first; no other process takes them until the lease ends. */
export async function takeDueOrders(
  ctx: Context,
  { leasedUntil, limit }: { readonly leasedUntil: Date; readonly limit: number },
): Promise<readonly TakenOrder[]> {
  const { rows } = await sql<Row>`
    with due as (
      select id from off_ramp_order
      where next_read_at <= ${ctx.now()}
      order by next_read_at, id
      limit ${limit}
      for no key update skip locked
    )
    update off_ramp_order set next_read_at = ${leasedUntil}
    from due where off_ramp_order.id = due.id
    returning off_ramp_order.*`.execute(ctx.db);
  return rows.map((row) => ({ ...orderFrom(row), leasedUntil })).toSorted(byId);
}

/** What a read of the provider came to. */
interface ReadOutcome {
  readonly nextReadAt: Date | null;
  readonly readFailures: number;
  /** Left as it was where it is undefined. */
  readonly providerState: string | undefined;
}

/** Says when the provider is asked next, unless somebody has said so since the order was taken. */
export async function storeRead(
  ctx: Context,
  { id, leasedUntil }: TakenOrder,
  { nextReadAt, readFailures, providerState }: ReadOutcome,
): Promise<void> {
  await ctx.db
    .updateTable('off_ramp_order')
    .set({
      next_read_at: nextReadAt,
      read_failures: readFailures,
      ...(providerState !== undefined && { provider_state: providerState }),
    })
    .where('id', '=', id)
    .where('next_read_at', '=', leasedUntil)
    .execute();
}

/** A bank account that a request is paid out to, in the words of its account. */
export interface PayoutTarget {
  readonly clientUserId: string;
  readonly paymentDetailsId: string;
}

/** Stores where a new request is paid out to, in the transaction that creates it. */
export async function insertPayout(
  ctx: Context,
  payout: PayoutTarget & { readonly requestRowId: string; readonly accountId: string },
): Promise<void> {
  invariant(ctx.db.isTransaction, 'a payout is stored with its request');
  await ctx.db
    .insertInto('bank_payout')
    .values({
      request_id: payout.requestRowId,
      account_id: payout.accountId,
      client_user_id: payout.clientUserId,
      payment_details_id: payout.paymentDetailsId,
      created_at: ctx.now(),
    })
    .execute();
}

/** Where a request is paid out to; undefined where its payee gets the tokens. */
export async function findTarget(
  ctx: Context,
  requestRowId: string,
): Promise<PayoutTarget | undefined> {
  const row = await ctx.db
    .selectFrom('bank_payout')
    .select(['client_user_id', 'payment_details_id'])
    .where('request_id', '=', requestRowId)
    .executeTakeFirst();
  return row && { clientUserId: row.client_user_id, paymentDetailsId: row.payment_details_id };
}

/** Stores how the payout of a request ended. */
export async function setOutcome(
  ctx: Context,
  requestRowId: string,
  outcome: 'sent' | 'returned',
): Promise<void> {
  await ctx.db
    .updateTable('bank_payout')
    .set({ outcome })
    .where('request_id', '=', requestRowId)
    .execute();
}

/** Keeps that a callback about an order of ours was received; false for one that was, and for one about no order of ours. */
export async function insertCallback(
  ctx: Context,
  { eventId, providerOrderId }: { readonly eventId: string; readonly providerOrderId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into off_ramp_callback (event_id, order_id, received_at)
    select ${eventId}, id, ${ctx.now()} from off_ramp_order
    where provider_order_id = ${providerOrderId} and status <> 'voided'
    on conflict do nothing`.execute(ctx.db);
  return numAffectedRows === 1n;
}

/** Has the provider asked about an order at once; what is being read is read again. */
export async function makeDue(ctx: Context, providerOrderId: string): Promise<void> {
  await ctx.db
    .updateTable('off_ramp_order')
    .set({ next_read_at: ctx.now() })
    .where('provider_order_id', '=', providerOrderId)
    .execute();
}

/** Removes up to `limit` callbacks from before a time; returns how many. */
export async function deleteCallbacks(ctx: Context, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from off_ramp_callback where event_id in (
      select event_id from off_ramp_callback where received_at < ${before}
      order by received_at limit ${limit}
    )`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
