import { sql } from 'kysely';
import type { NetworkId } from '#catalog/networks.ts';
import type { EventPosition } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { hexOf } from '#kit/hex.ts';
import { type UndoneTransfer, undoTransfers } from '#modules/ledger/index.ts';

/** What a network reported about references of ours from a block on, and what of it still stands. */
export async function findReportedEvents(
  ctx: Context,
  network: NetworkId,
  fromNumber: bigint,
): Promise<readonly EventPosition[]> {
  const { rows } = await sql<EventPositionRow>`
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

interface EventPositionRow {
  block_number: bigint;
  block_hash: Buffer;
  transaction_hash: Buffer;
  log_index: number;
}

/**
 * Marks the transfer at a position as undone, whose block is canonical, and returns it if there is one. The cursor is
 * locked first, as by all settlers.
 */
export async function removeTransfer(
  ctx: Context,
  network: NetworkId,
  position: EventPosition,
): Promise<readonly UndoneTransfer[]> {
  await sql`select 1 from chain_cursor where network = ${network} for update`.execute(ctx.db);
  return await undoTransfers(ctx, network, position);
}
