import { type RawBuilder, sql } from 'kysely';
import type { NetworkId } from '#catalog/networks.ts';
import type { BlockPoint } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { bytesOf, hexOf } from '#kit/hex.ts';
import {
  insertTransfers,
  type NewTransfer,
  type UndoneTransfer,
  undoTransfers,
} from '#modules/ledger/index.ts';
import { notify } from '#platform/db/notify.ts';
import { COMPLETES_ITS_REQUEST } from './completes.ts';
import { addLookups } from './deposit-lookups.ts';
import { isTransferSeen } from './due.ts';
import { hexBytea, type NewSuspicion, undoSuspicions, writeSuspicions } from './suspicious.ts';

/** Scanned blocks, and their transfers for us. */
export interface NewBlocks {
  /** Where the cursor must stand; undefined when there must be none. */
  readonly at: BlockPoint | undefined;
  readonly to: BlockPoint;
  readonly headNumber: bigint;
  readonly finalizedNumber: bigint | undefined;
  /** The time of that block. */
  readonly finalizedAt: Date | undefined;
  readonly safeNumber: bigint | undefined;
  /** The time of that block. */
  readonly safeAt: Date | undefined;
  readonly points: readonly BlockPoint[];
  /** Points below this number are removed. */
  readonly keepFrom: bigint;
  readonly transfers: readonly NewTransfer[];
  /** What credits nothing, each log once. */
  readonly suspicious: readonly NewSuspicion[];
}

/** What is known once blocks are stored. */
interface InsertedBlocks {
  /** Whether any transfer of any network waits to be confirmed; where none does, no poll finds one. */
  readonly isAnySeen: boolean;
}

/**
 * Moves the cursor over blocks and stores their transfers, in one statement: a kill leaves all of it
 * or nothing, and an empty block costs one round trip for any number of open payments.
 *
 * Returns undefined, and writes nothing, when the cursor is not the caller's, or
 * the network is halted. A transfer that is active already is left unchanged.
 */
export async function insertBlocks(
  ctx: Context,
  network: NetworkId,
  blocks: NewBlocks,
): Promise<InsertedBlocks | undefined> {
  const { at, transfers, suspicious } = blocks;
  // Most blocks have nothing for us, and what a statement names is planned and started whether it has rows or not.
  const added = sql`, added as (${insertTransfers(ctx, {
    network,
    transfers,
    whileIn: sql`moved`,
    completes: COMPLETES_ITS_REQUEST,
  })})`;
  const { rows } = await sql<{ moved: boolean; is_any_seen: boolean | null }>`
    with moved as (${
      at === undefined
        ? insertCursor(ctx, network, blocks)
        : advanceCursor(ctx, network, { ...blocks, at })
    })
    ${transfers.length > 0 ? added : sql``}
    ${transfers.some(({ bridge }) => bridge?.lookup) ? sql`, ${addLookups(ctx, transfers)}` : sql``}
    ${suspicious.length > 0 ? sql`, ${writeSuspicions(ctx, network, suspicious)}` : sql``}
    , pruned as (
      delete from chain_block
      where network in (select network from moved) and number < ${blocks.keepFrom}
    ), remembered as (
      insert into chain_block (network, number, hash)
      select moved.network, point.number, point.hash
      from moved, json_to_recordset(${pointsJson(blocks.points)}::json)
        as point (number numeric, hash bytea)
      on conflict (network, number) do update set hash = excluded.hash
    )
    select exists (select from moved) as moved, ${isTransferSeen()} as is_any_seen`.execute(ctx.db);
  const [row] = rows;
  if (row?.moved !== true) return undefined;
  // The statement does not see what it adds itself.
  return { isAnySeen: transfers.length > 0 || row.is_any_seen === true };
}

/** Starts at a network that was never scanned; returns it, unless another watcher was first. */
function insertCursor(ctx: Context, network: NetworkId, blocks: NewBlocks): RawBuilder<unknown> {
  const { to, headNumber, finalizedNumber, finalizedAt, safeNumber, safeAt } = blocks;
  return sql`
      insert into chain_cursor
        (network, block_number, block_hash, head_number, finalized_number, finalized_at,
          safe_number, safe_at, updated_at)
      values (${network}, ${to.number}, ${bytesOf(to.hash)}, ${headNumber},
        ${finalizedNumber ?? null}, ${finalizedAt ?? null}, ${safeNumber ?? null},
        ${safeAt ?? null}, ${ctx.now()})
      on conflict (network) do nothing
      returning network`;
}

/** Moves the cursor of a network from where it must stand; returns it, unless the cursor stands elsewhere. */
function advanceCursor(
  ctx: Context,
  network: NetworkId,
  blocks: NewBlocks & { readonly at: BlockPoint },
): RawBuilder<unknown> {
  const { at, to, headNumber, finalizedNumber, finalizedAt, safeNumber, safeAt } = blocks;
  return sql`
      update chain_cursor set block_number = ${to.number}, block_hash = ${bytesOf(to.hash)},
        head_number = ${headNumber}, finalized_number = ${finalizedNumber ?? null},
        finalized_at = ${finalizedAt ?? null}, safe_number = ${safeNumber ?? null},
        safe_at = ${safeAt ?? null}, updated_at = ${ctx.now()}
      where network = ${network} and block_number = ${at.number}
        and block_hash = ${bytesOf(at.hash)} and halted_at is null
      returning network`;
}

// Numbers travel as text: JSON's own would lose the last digits of a large one.
function pointsJson(points: readonly BlockPoint[]): string {
  return JSON.stringify(
    points.map((point) => ({ number: point.number.toString(), hash: hexBytea(point.hash) })),
  );
}

/**
 * Moves the cursor back to the ancestor, or removes it where there is none, removes the blocks above
 * and marks their transfers as undone. The cursor is locked first, as by all settlers.
 *
 * Returns undefined, and writes nothing, when the cursor is not the caller's, or
 * the network is halted.
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
      // A tag above the ancestor named blocks that are gone; without any, depth would count.
      finalized_number: sql<bigint | null>`case when finalized_number is not null
        then least(finalized_number, ${ancestor?.number ?? null}::numeric) end`,
      // The time of the ancestor is not stored; until the next block its tag is not trusted alone.
      finalized_at: sql<Date | null>`case
        when finalized_number <= ${ancestor?.number ?? null}::numeric then finalized_at end`,
      safe_number: sql<bigint | null>`case when safe_number is not null
        then least(safe_number, ${ancestor?.number ?? null}::numeric) end`,
      safe_at: sql<Date | null>`case
        when safe_number <= ${ancestor?.number ?? null}::numeric then safe_at end`,
      updated_at: ctx.now(),
    })
    .where('network', '=', network)
    .where('block_number', '=', at.number)
    .where('block_hash', '=', bytesOf(at.hash))
    .where('halted_at', 'is', null)
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
  const undone = await undoTransfers(ctx, network, { above });
  await undoSuspicions(ctx, network, above);
  return undone;
}

/** Why a network is halted until an operator lets it continue. */
export interface Halt {
  readonly at: Date;
  /** In words, for people. */
  readonly reason: string;
}

/** How far a network was scanned. */
export interface Cursor {
  readonly network: string;
  readonly block: BlockPoint;
  readonly finalizedNumber: bigint | undefined;
  /** The time of that block, where it is stored. */
  readonly finalizedAt: Date | undefined;
  readonly safeNumber: bigint | undefined;
  /** The time of that block, where it is stored. */
  readonly safeAt: Date | undefined;
  readonly halt: Halt | undefined;
}

/** Where each network stands. */
export async function findCursors(ctx: Context): Promise<readonly Cursor[]> {
  const rows = await ctx.db
    .selectFrom('chain_cursor')
    .select([
      'network',
      'block_number',
      'block_hash',
      'finalized_number',
      'finalized_at',
      'safe_number',
      'safe_at',
      'halted_at',
      'halted_reason',
    ])
    .orderBy('network')
    .execute();
  return rows.map((row) => ({
    network: row.network,
    block: { number: row.block_number, hash: hexOf(row.block_hash) },
    finalizedNumber: row.finalized_number ?? undefined,
    finalizedAt: row.finalized_at ?? undefined,
    safeNumber: row.safe_number ?? undefined,
    safeAt: row.safe_at ?? undefined,
    halt:
      row.halted_at === null || row.halted_reason === null
        ? undefined
        : { at: row.halted_at, reason: row.halted_reason },
  }));
}

/** Halts a network that was scanned; false when it is halted already. */
export async function insertHalt(ctx: Context, network: NetworkId, halt: Halt): Promise<boolean> {
  const result = await ctx.db
    .updateTable('chain_cursor')
    .set({ halted_at: halt.at, halted_reason: halt.reason })
    .where('network', '=', network)
    .where('halted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Lets a network continue; false when it is not halted. */
export async function deleteHalt(ctx: Context, network: NetworkId): Promise<boolean> {
  const result = await ctx.db
    .updateTable('chain_cursor')
    .set({ halted_at: null, halted_reason: null })
    .where('network', '=', network)
    .where('halted_at', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
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

/** The channel that the sweep which settles listens on. */
export const SETTLE_CHANNEL = 'florin_settle';

/** Wakes the settling sweep, because more waits than a watcher settled. */
export async function wakeSettling(ctx: Context): Promise<void> {
  await notify(ctx.db, SETTLE_CHANNEL);
}
