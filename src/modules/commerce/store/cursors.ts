import { sql } from 'kysely';
import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { ForeignAuthorization } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex, hexOf } from '#kit/hex.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { CommercePayment } from '../model/commerce-payment.ts';
import { hasWatched } from './payments.ts';

/** How far the escrow of a network was read. */
export interface EscrowCursor {
  readonly network: NetworkId;
  /** Everything below it is final and was read. */
  readonly nextBlock: bigint;
  readonly headBlock: bigint;
  readonly readAt: Date;
}

/** Reads from the first block that a new payment can be in, where nothing was watched before it; in the transaction that adds the payment. */
export async function startWatching(
  ctx: Context,
  network: NetworkId,
  firstBlock: bigint,
): Promise<void> {
  const first = {
    network,
    next_block: firstBlock,
    head_block: firstBlock,
    read_at: ctx.now(),
  };
  await ctx.db
    .insertInto('commerce_cursor')
    .values(first)
    .onConflict((conflict) => conflict.column('network').doNothing())
    .execute();
  await ctx.db
    .selectFrom('commerce_cursor')
    .select('network')
    .where('network', '=', network)
    .forNoKeyUpdate()
    .execute();
  if (await hasWatched(ctx, network)) return;
  await ctx.db
    .updateTable('commerce_cursor')
    .set({ next_block: firstBlock, head_block: firstBlock, read_at: ctx.now() })
    .where('network', '=', network)
    .where('next_block', '<', firstBlock)
    .execute();
}

/** Whether a payment is watched on any network. */
export const isAnyWatched = (): DueCondition => sql`(
  select true from commerce_payment where is_watched order by network, watched_until limit 1)`;

/** The cursor of a network; undefined where none of its payments is watched. */
export async function findWatchedCursor(
  ctx: Context,
  network: NetworkId,
): Promise<EscrowCursor | undefined> {
  if (!(await hasWatched(ctx, network))) return undefined;
  const cursors = await findEscrowCursors(ctx);
  return cursors.find((cursor) => cursor.network === network);
}

/** The cursors of all networks. */
export async function findEscrowCursors(ctx: Context): Promise<readonly EscrowCursor[]> {
  const rows = await ctx.db.selectFrom('commerce_cursor').selectAll().orderBy('network').execute();
  return rows.map((row) => {
    invariant(isNetworkId(row.network), 'payments are held on listed networks');
    return {
      network: row.network,
      nextBlock: BigInt(row.next_block),
      headBlock: BigInt(row.head_block),
      readAt: row.read_at,
    };
  });
}

/** Moves a cursor from where it was read, in the transaction of what was seen; returns false where another process has moved it. */
export async function moveCursor(
  ctx: Context,
  { network, nextBlock: from, readAt }: EscrowCursor,
  to: { readonly nextBlock: bigint; readonly headBlock: bigint },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('commerce_cursor')
    .set({ next_block: to.nextBlock, head_block: to.headBlock, read_at: ctx.now() })
    .where('network', '=', network)
    .where('next_block', '=', from)
    .where('read_at', '=', readAt)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records an authorisation of others once; returns whether it is new. */
export async function insertForeign(
  ctx: Context,
  { id, accountId, network }: Pick<CommercePayment, 'id' | 'accountId' | 'network'>,
  foreign: ForeignAuthorization,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('commerce_foreign_authorization')
    .values({
      id: ctx.newOrderedId(),
      account_id: accountId,
      commerce_payment_id: id,
      via: foreign.by,
      payment_hash: bytesOf(foreign.paymentHash),
      network,
      block_number: foreign.block.number,
      block_hash: bytesOf(foreign.block.hash),
      transaction_hash: bytesOf(foreign.transactionHash),
      log_index: foreign.logIndex,
      seen_at: ctx.now(),
    })
    .onConflict((conflict) => conflict.columns(['network', 'block_hash', 'log_index']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** An authorisation of others as operators are shown it. */
export interface SeenForeign {
  readonly requestId: string;
  readonly network: string;
  readonly via: string;
  readonly transactionHash: Hex;
  readonly seenAt: Date;
}

/** Those seen since a moment, newest first, up to `limit`. */
export async function findForeign(
  ctx: Context,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<readonly SeenForeign[]> {
  const rows = await ctx.db
    .selectFrom('commerce_foreign_authorization as seen')
    .innerJoin('commerce_payment as payment', 'payment.id', 'seen.commerce_payment_id')
    .select([
      'payment.request_id',
      'seen.network',
      'seen.via',
      'seen.transaction_hash',
      'seen.seen_at',
    ])
    .where('seen.seen_at', '>=', since)
    .orderBy('seen.seen_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    requestId: row.request_id,
    network: row.network,
    via: row.via,
    transactionHash: hexOf(row.transaction_hash),
    seenAt: row.seen_at,
  }));
}
