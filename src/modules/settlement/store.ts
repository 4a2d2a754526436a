import { sql } from 'kysely';
import type { NetworkId } from '#catalog/networks.ts';
import type { BlockPoint } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { bytesOf, type Hex, hexOf } from '#kit/hex.ts';
import type { TransferStatus } from './model/status.ts';

/** A transfer that pays one of our requests. */
export interface NewTransfer {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly block: BlockPoint;
  readonly blockTime: Date;
  readonly transactionHash: Hex;
  readonly logIndex: number;
  readonly payerAddress: string;
  readonly claimedUnits: bigint;
  readonly creditedUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  /** What moved in the token; the same as the units above unless it was converted. */
  readonly tokenUnits: bigint;
  readonly tokenFeeUnits: bigint;
}

/** Blocks that were looked at, and what they hold for us. */
export interface NewBlocks {
  /** Where the cursor must stand; undefined when there must be none. */
  readonly at: BlockPoint | undefined;
  readonly to: BlockPoint;
  readonly headNumber: bigint;
  readonly finalizedNumber: bigint | undefined;
  readonly points: readonly BlockPoint[];
  /** Points below this number are forgotten. */
  readonly keepFrom: bigint;
  readonly transfers: readonly NewTransfer[];
}

/**
 * Moves the cursor over blocks and writes what they hold, in one statement: a kill leaves all of it
 * or nothing, and an empty block costs one round trip however many payments are open.
 *
 * Answers false, and writes nothing, when the cursor is not where the caller believes it to be. A
 * transfer that stands already is left alone.
 */
export async function insertBlocks(
  ctx: Context,
  network: NetworkId,
  blocks: NewBlocks,
): Promise<boolean> {
  const { at, to } = blocks;
  const { rows } = await sql<{ moved: boolean }>`
    with started as (
      insert into chain_cursor
        (network, block_number, block_hash, head_number, finalized_number, updated_at)
      select ${network}, ${to.number}::numeric, ${bytesOf(to.hash)}::bytea,
        ${blocks.headNumber}::numeric, ${blocks.finalizedNumber ?? null}::numeric,
        ${ctx.now()}::timestamptz
      where ${at === undefined}::boolean
      on conflict (network) do nothing
      returning network
    ), advanced as (
      update chain_cursor set block_number = ${to.number}, block_hash = ${bytesOf(to.hash)},
        head_number = ${blocks.headNumber}, finalized_number = ${blocks.finalizedNumber ?? null},
        updated_at = ${ctx.now()}
      where network = ${network} and block_number = ${at?.number ?? null}::numeric
        and block_hash = ${at === undefined ? null : bytesOf(at.hash)}::bytea
      returning network
    ), moved as (
      select network from started union all select network from advanced
    ), added as (
      insert into chain_transfer (id, account_id, request_id, status, network, block_number,
        block_hash, block_time, transaction_hash, log_index, payer_address, claimed_units,
        credited_units, fee_units, fee_address, token_units, token_fee_units, seen_at)
      select t.id, t.account_id, t.request_id, 'seen', ${network}, t.block_number, t.block_hash,
        t.block_time, t.transaction_hash, t.log_index, t.payer_address, t.claimed_units,
        t.credited_units, t.fee_units, t.fee_address, t.token_units, t.token_fee_units,
        ${ctx.now()}
      from moved, json_to_recordset(${transfersJson(blocks.transfers)}::json) as t (
        id text, account_id text, request_id text, block_number numeric, block_hash bytea,
        block_time timestamptz, transaction_hash bytea, log_index integer, payer_address text,
        claimed_units numeric, credited_units numeric, fee_units numeric, fee_address text,
        token_units numeric, token_fee_units numeric)
      on conflict (network, block_hash, log_index) where status <> 'undone' do nothing
    ), forgotten as (
      delete from chain_block
      where network in (select network from moved) and number < ${blocks.keepFrom}
    ), remembered as (
      insert into chain_block (network, number, hash)
      select moved.network, point.number, point.hash
      from moved, json_to_recordset(${pointsJson(blocks.points)}::json)
        as point (number numeric, hash bytea)
      on conflict (network, number) do update set hash = excluded.hash
    )
    select exists (select from moved) as moved`.execute(ctx.db);
  return rows[0]?.moved ?? false;
}

// Numbers travel as text: JSON's own would lose the last digits of a large amount.
function transfersJson(transfers: readonly NewTransfer[]): string {
  return JSON.stringify(
    transfers.map((transfer) => ({
      id: transfer.id,
      account_id: transfer.accountId,
      request_id: transfer.requestId,
      block_number: transfer.block.number.toString(),
      block_hash: byteaText(transfer.block.hash),
      block_time: transfer.blockTime,
      transaction_hash: byteaText(transfer.transactionHash),
      log_index: transfer.logIndex,
      payer_address: transfer.payerAddress,
      claimed_units: transfer.claimedUnits.toString(),
      credited_units: transfer.creditedUnits.toString(),
      fee_units: transfer.feeUnits.toString(),
      fee_address: transfer.feeAddress,
      token_units: transfer.tokenUnits.toString(),
      token_fee_units: transfer.tokenFeeUnits.toString(),
    })),
  );
}

function pointsJson(points: readonly BlockPoint[]): string {
  return JSON.stringify(
    points.map((point) => ({ number: point.number.toString(), hash: byteaText(point.hash) })),
  );
}

function byteaText(hex: Hex): string {
  return `\\x${hex.slice(2)}`;
}

/** A transfer whose block is no longer part of its chain. */
export interface UndoneTransfer {
  readonly id: string;
  readonly transactionHash: Hex;
  readonly blockNumber: bigint;
}

/**
 * Moves the cursor back to the ancestor, or removes it where none stands, forgets the blocks above
 * and marks what they held as undone. The cursor comes first in the order that all settlers keep.
 *
 * Answers undefined, and writes nothing, when the cursor is not where the caller believes it to be.
 */
export async function removeBlocks(
  ctx: Context,
  network: NetworkId,
  move: { readonly at: BlockPoint; readonly ancestor: BlockPoint | undefined },
): Promise<readonly UndoneTransfer[] | undefined> {
  const { at, ancestor } = move;
  const moved = await ctx.db
    .updateTable('chain_cursor')
    .set({
      block_number: ancestor?.number ?? at.number,
      block_hash: bytesOf(ancestor?.hash ?? at.hash),
      // A tag above the ancestor spoke of blocks that are gone; without any, depth would count.
      finalized_number: sql<bigint | null>`case when finalized_number is not null
        then least(finalized_number, ${ancestor?.number ?? null}::numeric) end`,
      updated_at: ctx.now(),
    })
    .where('network', '=', network)
    .where('block_number', '=', at.number)
    .where('block_hash', '=', bytesOf(at.hash))
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) return undefined;
  const above = ancestor?.number ?? -1n;
  if (ancestor === undefined) {
    await ctx.db.deleteFrom('chain_cursor').where('network', '=', network).execute();
  }
  await ctx.db
    .deleteFrom('chain_block')
    .where('network', '=', network)
    .where('number', '>', above)
    .execute();
  const rows = await ctx.db
    .updateTable('chain_transfer')
    .set({ status: 'undone' })
    .where('network', '=', network)
    .where('block_number', '>', above)
    .where(sql<boolean>`status <> 'undone'`)
    .returning(['id', 'transaction_hash', 'block_number'])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    transactionHash: hexOf(row.transaction_hash),
    blockNumber: row.block_number,
  }));
}

/** How far a network was looked at. */
export interface Cursor {
  readonly network: string;
  readonly block: BlockPoint;
  readonly finalizedNumber: bigint | undefined;
}

/** Where each network stands. */
export async function findCursors(ctx: Context): Promise<readonly Cursor[]> {
  const rows = await ctx.db
    .selectFrom('chain_cursor')
    .select(['network', 'block_number', 'block_hash', 'finalized_number'])
    .orderBy('network')
    .execute();
  return rows.map((row) => ({
    network: row.network,
    block: { number: row.block_number, hash: hexOf(row.block_hash) },
    finalizedNumber: row.finalized_number ?? undefined,
  }));
}

/** The blocks of a network that are remembered, oldest first. */
export async function findPoints(ctx: Context, network: NetworkId): Promise<readonly BlockPoint[]> {
  const rows = await ctx.db
    .selectFrom('chain_block')
    .select(['number', 'hash'])
    .where('network', '=', network)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({ number: row.number, hash: hexOf(row.hash) }));
}

/** A network, and the newest of its blocks that is deep enough. */
export interface Threshold {
  readonly network: string;
  readonly upTo: bigint;
}

/** A transfer that waits to be settled. */
export interface SeenTransfer {
  readonly id: string;
  readonly requestId: string;
  readonly network: string;
  readonly blockTime: Date;
  readonly transactionHash: Hex;
  readonly payerAddress: string;
  readonly creditedUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  readonly tokenUnits: bigint;
  readonly tokenFeeUnits: bigint;
}

/**
 * Up to `limit` seen transfers at or below the threshold of their network, oldest block first, but
 * none of `except`.
 */
export async function findDueTransfers(
  ctx: Context,
  thresholds: readonly Threshold[],
  wanted: { readonly limit: number; readonly except: readonly string[] },
): Promise<readonly SeenTransfer[]> {
  const { rows } = await sql<{
    id: string;
    request_id: string;
    network: string;
    block_time: Date;
    transaction_hash: Buffer;
    payer_address: string;
    credited_units: bigint;
    fee_units: bigint;
    fee_address: string;
    token_units: bigint;
    token_fee_units: bigint;
  }>`
    select t.id, t.request_id, t.network, t.block_time, t.transaction_hash, t.payer_address,
      t.credited_units, t.fee_units, t.fee_address,
      coalesce(t.token_units, t.credited_units) as token_units,
      coalesce(t.token_fee_units, t.fee_units) as token_fee_units
    from json_to_recordset(${thresholdsJson(thresholds)}::json)
      as due (network text, up_to numeric)
    join chain_transfer t on t.network = due.network and t.block_number <= due.up_to
    where t.status = 'seen' and t.id <> all (${wanted.except}::text[])
    order by t.network, t.block_number, t.log_index
    limit ${wanted.limit}`.execute(ctx.db);
  return rows.map((row) => ({
    id: row.id,
    requestId: row.request_id,
    network: row.network,
    blockTime: row.block_time,
    transactionHash: hexOf(row.transaction_hash),
    payerAddress: row.payer_address,
    creditedUnits: row.credited_units,
    feeUnits: row.fee_units,
    feeAddress: row.fee_address,
    tokenUnits: row.token_units,
    tokenFeeUnits: row.token_fee_units,
  }));
}

/**
 * Moves a transfer only if it is still `from`, so of two racing settlers exactly one wins. One that
 * somebody else holds is skipped, not waited for: the other is settling it, or taking it back.
 */
export async function moveTransfer(
  ctx: Context,
  id: string,
  move: { readonly from: TransferStatus; readonly to: TransferStatus },
): Promise<boolean> {
  const result = await ctx.db
    .updateTable('chain_transfer')
    .set({ status: move.to })
    .where('id', '=', (query) =>
      query
        .selectFrom('chain_transfer')
        .select('id')
        .where('id', '=', id)
        .where('status', '=', move.from)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Marks up to `limit` confirmed transfers as final; those that somebody holds wait for next time. */
export async function moveFinalTransfers(
  ctx: Context,
  thresholds: readonly Threshold[],
  move: { readonly to: TransferStatus; readonly limit: number },
): Promise<number> {
  const result = await sql`
    update chain_transfer set status = ${move.to}
    where id in (
      select t.id
      from json_to_recordset(${thresholdsJson(thresholds)}::json)
        as due (network text, up_to numeric)
      join chain_transfer t on t.network = due.network and t.block_number <= due.up_to
      where t.status = 'confirmed'
      order by t.id
      limit ${move.limit}
      for update of t skip locked
    )`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0n);
}

function thresholdsJson(thresholds: readonly Threshold[]): string {
  return JSON.stringify(
    thresholds.map(({ network, upTo }) => ({ network, up_to: upTo.toString() })),
  );
}
