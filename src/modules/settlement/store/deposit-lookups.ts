import { type RawBuilder, sql } from 'kysely';
import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex, hexOf } from '#kit/hex.ts';
import type { NewTransfer } from '#modules/ledger/index.ts';
import { arrayText, type Cell } from '#platform/db/array-text.ts';
import type { DueCondition } from '#platform/sweep.ts';

/** A deposit that is to be looked up on its network, and the payment that names it. */
export interface DepositLookup {
  readonly transferId: string;
  readonly accountId: string;
  readonly requestRowId: string;
  /** Where the payment is. */
  readonly network: NetworkId;
  readonly transactionHash: Hex;
  readonly blockTime: Date;
  /** Where the deposit was made. */
  readonly originNetwork: NetworkId;
  readonly depositId: bigint;
  readonly depositor: string;
  readonly termsHash: Hex;
  /** The transaction in which it was found, in a block that is not final; undefined while it is searched for. */
  readonly foundHash: Hex | undefined;
  /** How often it was not found, since it was last. */
  readonly lookups: number;
  readonly createdAt: Date;
}

/** The part of the statement that adds transfers, `added`, which adds what is to be looked up of them. */
export function addLookups(ctx: Context, transfers: readonly NewTransfer[]): RawBuilder<unknown> {
  const found = transfers.flatMap(({ id, accountId, bridge }) =>
    bridge?.lookup === undefined ? [] : [{ id, accountId, bridge, from: bridge.lookup.network }],
  );
  const all = (of: (one: (typeof found)[number]) => Cell) => arrayText(found.map(of));
  return sql`wanted_deposits as (
      insert into deposit_lookup (chain_transfer_id, account_id, network, deposit_id, depositor,
        terms_hash, due_at, created_at)
      select wanted.id, wanted.account_id, wanted.network, wanted.deposit_id, wanted.depositor,
        decode(wanted.terms_hash, 'hex'), ${ctx.now()}, ${ctx.now()}
      from unnest(
        ${all(({ id }) => id)}::text[],
        ${all(({ accountId }) => accountId)}::text[],
        ${all(({ from }) => from)}::text[],
        ${all(({ bridge }) => bridge.depositId)}::numeric[],
        ${all(({ bridge }) => bridge.depositor)}::text[],
        ${all(({ bridge }) => bridge.termsHash.slice(2))}::text[]
      ) as wanted (id, account_id, network, deposit_id, depositor, terms_hash)
      join added on added.id = wanted.id)`;
}

interface LookupRow {
  chain_transfer_id: string;
  account_id: string;
  request_id: string;
  network: string;
  transaction_hash: Buffer;
  block_time: Date;
  origin_network: string;
  deposit_id: bigint;
  depositor: string;
  terms_hash: Buffer;
  found_hash: Buffer | null;
  lookups: number;
  created_at: Date;
}

/** Whether a lookup is due. */
export const isLookupDue = (ctx: Context): DueCondition => sql`(
  select true from deposit_lookup where due_at <= ${ctx.now()} order by due_at limit 1)`;

/**
 * Takes up to `limit` lookups that are due, for this process alone until `leasedUntil`; whoever is killed meanwhile loses
 * them to another then. What names transfers that were undone is removed.
 */
export async function takeDueLookups(
  ctx: Context,
  { leasedUntil, limit }: { readonly leasedUntil: Date; readonly limit: number },
): Promise<readonly DepositLookup[]> {
  const { rows } = await sql<LookupRow>`
    with due as (
      select chain_transfer_id from deposit_lookup
      where due_at <= ${ctx.now()}
      order by due_at, chain_transfer_id
      limit ${limit}
      for update skip locked
    ), undone as (
      delete from deposit_lookup
      where chain_transfer_id in (select chain_transfer_id from due)
        and not exists (select from active_transfer t where t.id = chain_transfer_id)
    ), taken as (
      update deposit_lookup set due_at = ${leasedUntil}
      where chain_transfer_id in (select chain_transfer_id from due)
        and exists (select from active_transfer t where t.id = chain_transfer_id)
      returning *
    )
    select taken.chain_transfer_id, taken.account_id, transfer.request_id, transfer.network,
      transfer.transaction_hash, transfer.block_time, taken.network as origin_network,
      taken.deposit_id, taken.depositor, taken.terms_hash, taken.found_hash, taken.lookups, taken.created_at
    from taken join active_transfer transfer on transfer.id = taken.chain_transfer_id
    order by taken.chain_transfer_id`.execute(ctx.db);
  return rows.map(lookupFrom);
}

function lookupFrom(row: LookupRow): DepositLookup {
  const { network, origin_network: originNetwork } = row;
  invariant(isNetworkId(network) && isNetworkId(originNetwork), 'a lookup is as we stored it');
  return {
    transferId: row.chain_transfer_id,
    accountId: row.account_id,
    requestRowId: row.request_id,
    network,
    transactionHash: hexOf(row.transaction_hash),
    blockTime: row.block_time,
    originNetwork,
    depositId: row.deposit_id,
    depositor: row.depositor,
    termsHash: hexOf(row.terms_hash),
    foundHash: row.found_hash === null ? undefined : hexOf(row.found_hash),
    lookups: row.lookups,
    createdAt: row.created_at,
  };
}

/** Schedules a lookup that is to be made again; false when another process removed it. */
export async function postponeLookup(
  ctx: Context,
  {
    transferId,
    lookups,
    foundHash,
    dueAt,
  }: Pick<DepositLookup, 'transferId' | 'lookups' | 'foundHash'> & { readonly dueAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('deposit_lookup')
    .set({
      lookups,
      due_at: dueAt,
      found_hash: foundHash === undefined ? null : bytesOf(foundHash),
    })
    .where('chain_transfer_id', '=', transferId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes a lookup that found its deposit finally or was given up; false when another process did. */
export async function removeLookup(ctx: Context, transferId: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('deposit_lookup')
    .where('chain_transfer_id', '=', transferId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
