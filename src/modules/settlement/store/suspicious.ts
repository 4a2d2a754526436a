import { type RawBuilder, sql } from 'kysely';
import type { NetworkId } from '#catalog/networks.ts';
import type { PaymentKind } from '#catalog/payment-kind.ts';
import type { BlockPoint } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import type { Suspicion } from '../model/match.ts';

/** Something that names one of our requests and credits nothing. */
export interface NewSuspicion {
  readonly id: string;
  readonly accountId: string;
  /** The request's row. */
  readonly requestId: string;
  readonly reason: Suspicion;
  readonly kind: PaymentKind;
  readonly block: BlockPoint;
  readonly blockTime: Date;
  readonly transactionHash: Hex;
  readonly logIndex: number;
  readonly proxyAddress: string;
  /** Undefined for the native coin. */
  readonly tokenAddress: string | undefined;
  readonly payeeAddress: string;
  readonly payerAddress: string;
  readonly claimedUnits: bigint;
  readonly creditedUnits: bigint;
}

/**
 * How many are stored of one request; the rest is counted. A reference is public once it was paid, and
 * anybody can copy it for the cost of a transaction.
 */
const KEPT_MAX = 100;

/**
 * The part of the cursor-moving statement that stores suspicious transfers, after `moved`, the
 * networks that were moved. Stored active rows are left unchanged.
 */
export function writeSuspicions(
  ctx: Context,
  network: NetworkId,
  suspicious: readonly NewSuspicion[],
): RawBuilder<unknown> {
  return sql`suspects as (
      select s.*, row_number() over (partition by s.request_id order by s.block_number, s.log_index)
        + (select count(*) from suspicious_transfer kept where kept.request_id = s.request_id)
        as place
      from moved, json_to_recordset(${suspicionsJson(suspicious)}::json) as s (
        id text, account_id text, request_id text, reason text, kind text, block_number numeric,
        block_hash bytea, block_time timestamptz, transaction_hash bytea, log_index integer,
        proxy_address text, token_address text, payee_address text, payer_address text,
        claimed_units numeric, credited_units numeric)
      where not exists (
        select from suspicious_transfer known
        where known.network = ${network} and known.block_hash = s.block_hash
          and known.log_index = s.log_index and known.undone_at is null
      )
    ), suspected as (
      insert into suspicious_transfer (id, account_id, request_id, reason, network, kind,
        block_number, block_hash, block_time, transaction_hash, log_index, proxy_address,
        token_address, payee_address, payer_address, claimed_units, credited_units, seen_at)
      select id, account_id, request_id, reason, ${network}, kind, block_number, block_hash,
        block_time, transaction_hash, log_index, proxy_address, token_address, payee_address,
        payer_address, claimed_units, credited_units, ${ctx.now()}
      from suspects where place <= ${KEPT_MAX}
      on conflict (network, block_hash, log_index) where undone_at is null do nothing
    ), omitted as (
      insert into suspicious_overflow (request_id, account_id, omitted, newest_at)
      select request_id, min(account_id), count(*), ${ctx.now()}
      from suspects where place > ${KEPT_MAX}
      group by request_id
      on conflict (request_id) do update set
        omitted = suspicious_overflow.omitted + excluded.omitted, newest_at = excluded.newest_at
    )`;
}

// Numbers travel as text: JSON's own would lose the last digits of a large amount.
function suspicionsJson(suspicious: readonly NewSuspicion[]): string {
  return JSON.stringify(
    suspicious.map((one) => ({
      id: one.id,
      account_id: one.accountId,
      request_id: one.requestId,
      reason: one.reason,
      kind: one.kind,
      block_number: one.block.number.toString(),
      block_hash: hexBytea(one.block.hash),
      block_time: one.blockTime,
      transaction_hash: hexBytea(one.transactionHash),
      log_index: one.logIndex,
      proxy_address: one.proxyAddress,
      token_address: one.tokenAddress,
      payee_address: one.payeeAddress,
      payer_address: one.payerAddress,
      claimed_units: one.claimedUnits.toString(),
      credited_units: one.creditedUnits.toString(),
    })),
  );
}

/** Bytes as the database reads them from JSON. */
export function hexBytea(hex: Hex): string {
  return `\\x${hex.slice(2)}`;
}

/** Marks rows above a block as undone with it. */
export async function undoSuspicions(
  ctx: Context,
  network: NetworkId,
  above: bigint,
): Promise<void> {
  await ctx.db
    .updateTable('suspicious_transfer')
    .set({ undone_at: ctx.now() })
    .where('network', '=', network)
    .where('block_number', '>', above)
    .where('undone_at', 'is', null)
    .execute();
}

/** Which suspicious transfers to read; all conditions that are set apply. */
export interface SuspiciousFilter {
  /** Left out, those of all accounts. */
  readonly accountId?: string | undefined;
  readonly network?: NetworkId | undefined;
  /** The public id. */
  readonly requestId?: string | undefined;
}

/** A suspicious transfer as an operator sees it. */
export interface SuspiciousTransfer extends Omit<NewSuspicion, 'requestId' | 'reason' | 'kind'> {
  /** The public id of the request that it names. */
  readonly requestId: string;
  readonly network: string;
  readonly reason: string;
  readonly kind: string;
  readonly seenAt: Date;
  /** When a reorg took its block away; undefined while it stands. */
  readonly undoneAt: Date | undefined;
  /** How many more its request had than are stored. */
  readonly leftOut: bigint;
}

/** Up to `limit` suspicious transfers, newest first, those before the one with the id `before`. */
export async function findSuspicious(
  ctx: Context,
  filter: SuspiciousFilter,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly SuspiciousTransfer[]> {
  let query = ctx.db
    .selectFrom('suspicious_transfer as suspicious')
    .innerJoin('request_summary as request', 'request.id', 'suspicious.request_id')
    .leftJoin('suspicious_overflow as overflow', 'overflow.request_id', 'suspicious.request_id')
    .selectAll('suspicious')
    .select(['request.request_id as public_request_id', 'overflow.omitted'])
    .orderBy('suspicious.id', 'desc')
    .limit(page.limit);
  const { accountId, network, requestId } = filter;
  if (accountId !== undefined) query = query.where('suspicious.account_id', '=', accountId);
  if (network !== undefined) query = query.where('suspicious.network', '=', network);
  if (requestId !== undefined) query = query.where('request.request_id', '=', requestId);
  if (page.before !== undefined) query = query.where('suspicious.id', '<', page.before);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    requestId: row.public_request_id,
    reason: row.reason,
    network: row.network,
    kind: row.kind,
    block: { number: row.block_number, hash: hexOf(row.block_hash) },
    blockTime: row.block_time,
    transactionHash: hexOf(row.transaction_hash),
    logIndex: row.log_index,
    proxyAddress: row.proxy_address,
    tokenAddress: row.token_address ?? undefined,
    payeeAddress: row.payee_address,
    payerAddress: row.payer_address,
    claimedUnits: row.claimed_units,
    creditedUnits: row.credited_units,
    seenAt: row.seen_at,
    undoneAt: row.undone_at ?? undefined,
    leftOut: row.omitted ?? 0n,
  }));
}
