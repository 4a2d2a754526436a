import { sql } from 'kysely';
import type { NetworkId } from '#catalog/networks.ts';
import type { BlockPoint } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { type Hex, hexOf } from '#kit/hex.ts';

/** An active transfer, as shown to an operator before it is undone. */
export interface ActiveTransfer {
  readonly blockNumber: bigint;
  readonly transactionHash: Hex;
  /** The public id of the request that it pays. */
  readonly requestId: string;
  readonly status: string;
  readonly creditedUnits: bigint;
}

/** The oldest transfers that stand above a block, up to `limit`, and how many there are. */
export async function findTransfersAbove(
  ctx: Context,
  network: NetworkId,
  { above, limit }: { readonly above: bigint; readonly limit: number },
): Promise<{ readonly transfers: readonly ActiveTransfer[]; readonly count: number }> {
  const rows = await ctx.db
    .selectFrom('active_transfer as t')
    .innerJoin('request_summary as request', 'request.id', 't.request_id')
    .select(['t.block_number', 't.transaction_hash', 't.status', 't.credited_units'])
    .select(['request.request_id', sql<bigint>`count(*) over ()`.as('total')])
    .where('t.network', '=', network)
    .where('t.block_number', '>', above)
    .orderBy('t.block_number')
    .orderBy('t.log_index')
    .limit(limit)
    .execute();
  const transfers = rows.map((row) => ({
    blockNumber: row.block_number,
    transactionHash: hexOf(row.transaction_hash),
    requestId: row.request_id,
    status: row.status,
    creditedUnits: row.credited_units,
  }));
  return { transfers, count: Number(rows[0]?.total ?? 0n) };
}

/** The newest block up to a number with an active transfer; undefined where there is none. */
export async function findLastTransferBlock(
  ctx: Context,
  network: string,
  upTo: bigint,
): Promise<BlockPoint | undefined> {
  const row = await ctx.db
    .selectFrom('active_transfer')
    .select(['block_number', 'block_hash'])
    .where('network', '=', network)
    .where('block_number', '<=', upTo)
    .orderBy('block_number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { number: row.block_number, hash: hexOf(row.block_hash) };
}
