import type { Selectable } from 'kysely';
import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { BlockPoint, EscrowEvent, EscrowEventType } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { byId } from '#kit/by-id.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex, hexOf } from '#kit/hex.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { CommerceEventTable } from '#platform/db/tables.generated.ts';

/** An event of a payment that stands. */
export interface StoredEvent {
  readonly id: string;
  readonly paymentId: string;
  readonly type: EscrowEventType;
  readonly units: bigint;
  readonly isMoved: boolean;
  readonly network: NetworkId;
  readonly blockNumber: bigint;
  readonly blockTime: Date;
  readonly transactionHash: Hex;
  readonly isCounted: boolean;
}

/** An event and the payment that it is of. */
export interface NewEvent {
  readonly event: EscrowEvent;
  readonly payment: {
    readonly id: string;
    readonly accountId: string;
    readonly network: NetworkId;
  };
}

const TYPES = ['authorized', 'charged', 'captured', 'voided', 'reclaimed', 'refunded'] as const;

/** Adds an event; one that was stored before stays as it is. */
export async function insertEvent(ctx: Context, { event, payment }: NewEvent): Promise<void> {
  await ctx.db
    .insertInto('commerce_event')
    .values({
      id: ctx.newOrderedId(),
      account_id: payment.accountId,
      commerce_payment_id: payment.id,
      type: event.type,
      units: event.units,
      is_moved: event.isMoved,
      network: payment.network,
      block_number: event.block.number,
      block_hash: bytesOf(event.block.hash),
      block_time: event.blockTime,
      transaction_hash: bytesOf(event.transactionHash),
      log_index: event.logIndex,
      seen_at: ctx.now(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['network', 'block_hash', 'log_index'])
        .where('undone_at', 'is', null)
        .doNothing(),
    )
    .execute();
}

/** The events of a payment that stand, in the order of the chain. */
export async function findEvents(
  ctx: Context,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<readonly StoredEvent[]> {
  const rows = await activeEvents(ctx)
    .where('account_id', '=', accountId)
    .where('commerce_payment_id', '=', id)
    .execute();
  return rows.map(eventFrom);
}

/** The events of a network that can count now, in the order of the chain. */
export async function findCountable(
  ctx: Context,
  {
    network,
    upTo,
    limit,
  }: { readonly network: NetworkId; readonly upTo: bigint; readonly limit: number },
): Promise<readonly StoredEvent[]> {
  const rows = await activeEvents(ctx)
    .where('network', '=', network)
    .where('block_number', '<=', upTo)
    .where('counted_at', 'is', null)
    .where('is_moved', '=', true)
    .limit(limit)
    .execute();
  return rows.map(eventFrom);
}

/** Lets an event count. */
export async function countEvent(ctx: Context, id: string): Promise<void> {
  await ctx.db
    .updateTable('commerce_event')
    .set({ counted_at: ctx.now() })
    .where('id', '=', id)
    .execute();
}

/** The blocks from a number on that have events which stand. */
export async function findEventBlocks(
  ctx: Context,
  network: NetworkId,
  from: bigint,
): Promise<readonly BlockPoint[]> {
  const rows = await ctx.db
    .selectFrom('commerce_event')
    .select(['block_number', 'block_hash'])
    .distinct()
    .where('network', '=', network)
    .where('block_number', '>=', from)
    .where('undone_at', 'is', null)
    .orderBy('block_number')
    .execute();
  return rows.map((row) => ({ number: BigInt(row.block_number), hash: hexOf(row.block_hash) }));
}

/** Takes back the events of blocks that the chain has replaced; returns what they were. */
export async function undoEvents(
  ctx: Context,
  network: NetworkId,
  blocks: readonly BlockPoint[],
): Promise<readonly StoredEvent[]> {
  if (blocks.length === 0) return [];
  const hashes = blocks.map(({ hash }) => bytesOf(hash));
  const rows = await ctx.db
    .updateTable('commerce_event')
    .set({ undone_at: ctx.now() })
    .where('network', '=', network)
    .where('undone_at', 'is', null)
    .where('block_hash', '=', anyOf(hashes))
    .returningAll()
    .execute();
  return rows.map(eventFrom).toSorted(byId);
}

const activeEvents = (ctx: Context) =>
  ctx.db
    .selectFrom('commerce_event')
    .selectAll()
    .where('undone_at', 'is', null)
    .orderBy('block_number')
    .orderBy('log_index');

function eventFrom(row: Selectable<CommerceEventTable>): StoredEvent {
  const { network } = row;
  const type = TYPES.find((one) => one === row.type);
  invariant(type !== undefined && isNetworkId(network), 'an event is of a known type and network');
  return {
    id: row.id,
    paymentId: row.commerce_payment_id,
    type,
    units: BigInt(row.units),
    isMoved: row.is_moved,
    network,
    blockNumber: BigInt(row.block_number),
    blockTime: row.block_time,
    transactionHash: hexOf(row.transaction_hash),
    isCounted: row.counted_at !== null,
  };
}
