import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import { hexOf } from '#kit/hex.ts';
import { insertDisputedTransfer } from '#modules/ledger/index.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { AskedTransfer } from '../query-nodes.ts';
import { COMPLETES_ITS_REQUEST } from './completes.ts';

/** What one node alone is to be trusted. */
interface NewCredit {
  readonly transferId: string;
  readonly accountId: string;
  readonly network: string;
  readonly dollarUnits: bigint;
  /** What an account may be credited so on a network during an outage. */
  readonly maxUnits: bigint;
  readonly dueAt: Date;
}

/**
 * Adds a credit to the total of its account and network, and returns whether it stays within the limit. The total
 * stays locked until the transaction ends, so however many processes add, it never exceeds the limit.
 */
export async function addSingleCredit(ctx: Context, credit: NewCredit): Promise<boolean> {
  const { transferId, accountId, network, dollarUnits, maxUnits } = credit;
  const { rows } = await sql`
    with reserved as (
      insert into single_node_total as total (account_id, network, dollar_units, since)
      select ${accountId}, ${network}, ${dollarUnits}::numeric, ${ctx.now()}::timestamptz
      where ${dollarUnits}::numeric <= ${maxUnits}::numeric
      on conflict (account_id, network) do update
        set dollar_units = total.dollar_units + excluded.dollar_units
        where total.dollar_units + excluded.dollar_units <= ${maxUnits}::numeric
      returning account_id, network
    )
    insert into single_node_credit
      (chain_transfer_id, account_id, network, dollar_units, credited_at, due_at)
    select ${transferId}, account_id, network, ${dollarUnits}::numeric, ${ctx.now()}::timestamptz,
      ${credit.dueAt}::timestamptz
    from reserved
    returning chain_transfer_id`.execute(ctx.db);
  return rows.length === 1;
}

/** A credit that is to be checked again. */
export interface PendingCredit extends AskedTransfer {
  readonly transferId: string;
  readonly network: string;
  readonly checks: number;
}

interface PendingRow extends Omit<PendingCredit, 'block' | 'transactionHash'> {
  readonly blockNumber: bigint;
  readonly blockHash: Buffer;
  readonly transactionHash: Buffer;
}

/** Whether anything is counted that one node alone was believed. */
export const isAnyCredited = (): DueCondition => sql`(
  select true from single_node_total limit 1
) or (
  select true from single_node_credit where rechecked_at is null order by network, due_at limit 1)`;

/** Up to `limit` credits of these networks whose check with nodes is due, longest due first. */
export async function findPendingCredits(
  ctx: Context,
  { networks, limit }: { readonly networks: readonly string[]; readonly limit: number },
): Promise<readonly PendingCredit[]> {
  const { rows } = await sql<PendingRow>`
    select credit.chain_transfer_id as "transferId", credit.network, credit.checks,
      t.request_id as "requestId", t.block_number as "blockNumber", t.block_hash as "blockHash",
      t.transaction_hash as "transactionHash", t.log_index as "logIndex",
      t.payer_address as "payerAddress", t.credited_units as "creditedUnits",
      t.fee_units as "feeUnits", t.fee_address as "feeAddress", t.token_units as "tokenUnits",
      t.token_fee_units as "tokenFeeUnits"
    from single_node_credit credit join transfer_history t on t.id = credit.chain_transfer_id
    where credit.rechecked_at is null and credit.network = any (${[...networks]}::text[])
      and credit.due_at <= ${ctx.now()}::timestamptz
    order by credit.due_at, credit.chain_transfer_id limit ${limit}`.execute(ctx.db);
  return rows.map(({ blockNumber, blockHash, ...row }) => ({
    ...row,
    block: { number: blockNumber, hash: hexOf(blockHash) },
    transactionHash: hexOf(row.transactionHash),
  }));
}

/** Stores when a credit is checked with nodes again. */
export async function postponeCredit(
  ctx: Context,
  transferId: string,
  { checks, dueAt }: { readonly checks: number; readonly dueAt: Date },
): Promise<void> {
  await ctx.db
    .updateTable('single_node_credit')
    .set({ checks, due_at: dueAt })
    .where('chain_transfer_id', '=', transferId)
    .where('rechecked_at', 'is', null)
    .execute();
}

/** Stores the result of more than one node for a credit; false where that was stored before. */
export async function closeCredit(
  ctx: Context,
  transferId: string,
  isConfirmed: boolean,
): Promise<boolean> {
  const closed = await ctx.db
    .updateTable('single_node_credit')
    .set({ rechecked_at: ctx.now(), is_confirmed: isConfirmed })
    .where('chain_transfer_id', '=', transferId)
    .where('rechecked_at', 'is', null)
    .executeTakeFirst();
  return closed.numUpdatedRows === 1n;
}

/** Those among these transfers that were credited so and are not checked again yet. */
export async function findPendingAmong(
  ctx: Context,
  transferIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ chain_transfer_id: string }>`
    select chain_transfer_id from single_node_credit
    where chain_transfer_id = any (${[...transferIds]}::text[])
      and rechecked_at is null`.execute(ctx.db);
  return new Set(rows.map((row) => row.chain_transfer_id));
}

/** The account and network of a total. */
export interface TotalKey {
  readonly accountId: string;
  readonly network: string;
}

/** The totals of which everything was checked again. */
export async function findClearedTotals(ctx: Context): Promise<readonly TotalKey[]> {
  const { rows } = await sql<{ account_id: string; network: string }>`
    select account_id, network from single_node_total total where ${isCleared()}`.execute(ctx.db);
  return rows.map((row) => ({ accountId: row.account_id, network: row.network }));
}

/**
 * Resets a total to zero, unless something was credited since. Needs the caller's transaction: it is
 * locked first, so that the read after the lock sees everything added before.
 */
export async function deleteClearedTotal(
  ctx: Context,
  { accountId, network }: TotalKey,
): Promise<void> {
  await sql`select 1 from single_node_total
    where account_id = ${accountId} and network = ${network} for update`.execute(ctx.db);
  await sql`delete from single_node_total total
    where account_id = ${accountId} and network = ${network} and ${isCleared()}`.execute(ctx.db);
}

function isCleared(): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from single_node_credit credit
    where credit.account_id = total.account_id and credit.network = total.network
      and credit.rechecked_at is null)`;
}

/**
 * Adds a transfer that was taken back, though its block stands, as seen anew: it counts once nodes agree on it,
 * and never by the word of one.
 */
export async function insertDisputed(
  ctx: Context,
  transferId: string,
  dispute: { readonly against: readonly string[]; readonly dueAt: Date },
): Promise<void> {
  const completes = COMPLETES_ITS_REQUEST;
  await insertDisputedTransfer(ctx, transferId, { ...dispute, completes });
}
