import { sql } from 'kysely';
import type { NetworkId } from '#catalog/networks.ts';
import type { EventPlace } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { bytesOf, hexOf } from '#kit/hex.ts';
import { type MilestoneColumns, milestonesOf } from '#modules/ledger/index.ts';
import type { UndoneTransfer } from '../store.ts';
import { unparkTransfers } from './due.ts';

/** What a network told of references of ours from a block on, and what of it still stands. */
export async function findTold(
  ctx: Context,
  network: NetworkId,
  fromNumber: bigint,
): Promise<readonly EventPlace[]> {
  const { rows } = await sql<PlaceRow>`
    select block_number, block_hash, transaction_hash, log_index from active_transfer
    where network = ${network} and block_number >= ${fromNumber}
    union all
    select block_number, block_hash, transaction_hash, log_index from suspicious_transfer
    where network = ${network} and undone_at is null and block_number >= ${fromNumber}
      and reason <> 'foreign_proxy'`.execute(ctx.db);
  return rows.map((row) => ({
    block: { number: row.block_number, hash: hexOf(row.block_hash) },
    transactionHash: hexOf(row.transaction_hash),
    logIndex: row.log_index,
  }));
}

interface PlaceRow {
  block_number: bigint;
  block_hash: Buffer;
  transaction_hash: Buffer;
  log_index: number;
}

/**
 * Marks the transfers at these places as undone, whose blocks stand, and answers which they were. The
 * cursor is locked first, in the order that all settlers keep.
 */
export async function removeTransfers(
  ctx: Context,
  network: NetworkId,
  places: readonly EventPlace[],
): Promise<readonly UndoneTransfer[]> {
  await sql`select 1 from chain_cursor where network = ${network} for update`.execute(ctx.db);
  const undone: UndoneTransfer[] = [];
  for (const { block, logIndex } of places) {
    const { rows } = await sql<MilestoneColumns & { id: string; request_id: string }>`
      update chain_transfer set status = 'undone'
      where network = ${network} and block_hash = ${bytesOf(block.hash)}
        and log_index = ${logIndex} and status <> 'undone'
      returning id, request_id, seen_at, block_number, confirmed_block, confirmed_at, finalized_block,
        finalized_at`.execute(ctx.db);
    undone.push(
      ...rows.map((row) => ({ id: row.id, requestId: row.request_id, marks: milestonesOf(row) })),
    );
  }
  await unparkTransfers(
    ctx,
    undone.map(({ id }) => id),
  );
  return undone;
}
