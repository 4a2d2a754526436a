import { sql } from 'kysely';
import { z } from 'zod';
import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { Call, OwnTransaction, PreparedCall } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { byId } from '#kit/by-id.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex, hexOf, isHex } from '#kit/hex.ts';
import type { DueCondition } from '#platform/sweep.ts';

/** How a transaction ended. */
export type RelayOutcome = 'succeeded' | 'failed' | 'displaced';

const OUTCOMES: readonly RelayOutcome[] = ['succeeded', 'failed', 'displaced'];
/** A transaction that was signed and is to be sent. */
export interface NewRelayed {
  readonly accountId: string;
  readonly purpose: string;
  readonly subject: string;
  readonly network: NetworkId;
  readonly senderAddress: string;
  readonly nonce: bigint;
  readonly prepared: PreparedCall;
  readonly transaction: OwnTransaction;
  readonly nextCheckAt: Date;
}

/** One that may still be carried out, as it was signed last. */
export interface OpenRelayed extends OwnTransaction {
  readonly id: string;
  readonly network: NetworkId;
  readonly senderAddress: string;
  readonly nonce: bigint;
  readonly call: Call;
  readonly limits: PreparedCall['limits'];
  /** Of the same transaction with lower fees. */
  readonly earlierHashes: readonly Hex[];
  readonly signedAt: Date;
}

/** More than a reorg removes of one sender. */
const ENDED_MAX = 50;

const CallText = z.object({
  to: z.string(),
  data: z.string().refine(isHex),
  valueUnits: z.string().transform(BigInt),
});
const Limits = z.record(z.string(), z.string());

/** Lets one process at a time sign for a network: two transactions never get one nonce. */
export async function lockSender(ctx: Context, network: NetworkId): Promise<void> {
  const name = `relayer ${network}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(ctx.db);
}

/** Whether a transaction of this purpose is open or has succeeded. */
export async function hasRelayed(ctx: Context, purpose: string): Promise<boolean> {
  return (await findRelayState(ctx, purpose)) !== 'none';
}

/** What became of the transactions of a purpose: `none` where none was sent, or all have failed. */
export async function findRelayState(
  ctx: Context,
  purpose: string,
): Promise<'open' | 'succeeded' | 'none'> {
  const row = await ctx.db
    .selectFrom('relayed_transaction')
    .select('outcome')
    .where('purpose', '=', purpose)
    .where((where) => where.or([where('outcome', 'is', null), where('outcome', '=', 'succeeded')]))
    .executeTakeFirst();
  if (row === undefined) return 'none';
  return row.outcome === null ? 'open' : 'succeeded';
}

/** The newest transaction of a purpose, with all hashes that it was signed with. */
export async function findByPurpose(
  ctx: Context,
  purpose: string,
): Promise<
  { transactionHash: Hex; hashes: readonly Hex[]; outcome: RelayOutcome | undefined } | undefined
> {
  const row = await ctx.db
    .selectFrom('relayed_transaction')
    .select(['transaction_hash', 'earlier_hashes', 'outcome'])
    .where('purpose', '=', purpose)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const hashes = [row.transaction_hash, ...row.earlier_hashes].map(hexOf);
  const outcome = OUTCOMES.find((one) => one === row.outcome);
  return { transactionHash: hexOf(row.transaction_hash), hashes, outcome };
}

/** Whether any transaction about this is open. */
export async function hasOpenAbout(ctx: Context, subject: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('relayed_transaction')
    .select('id')
    .where('subject', '=', subject)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The transactions about this that have succeeded since a moment, each with all hashes that it was signed with. */
export async function findSucceeded(
  ctx: Context,
  { accountId, network, subject, since }: SucceededQuery,
): Promise<readonly (readonly Hex[])[]> {
  const rows = await ctx.db
    .selectFrom('relayed_transaction')
    .select(['transaction_hash', 'earlier_hashes'])
    .where('account_id', '=', accountId)
    .where('network', '=', network)
    .where('created_at', '>=', since)
    .where('subject', '=', subject)
    .where('outcome', '=', 'succeeded')
    .execute();
  return rows.map((row) => [row.transaction_hash, ...row.earlier_hashes].map(hexOf));
}

interface SucceededQuery {
  readonly accountId: string;
  readonly network: NetworkId;
  readonly subject: string;
  readonly since: Date;
}

interface SenderKey {
  readonly network: NetworkId;
  readonly senderAddress: string;
  /** As the network counts. */
  readonly nextNonce: bigint;
}

/** The nonce after the highest that was given out, and none below that of the network. */
export async function nextNonceOf(
  ctx: Context,
  { network, senderAddress, nextNonce }: SenderKey,
): Promise<bigint> {
  const { rows } = await sql<{ readonly next: bigint }>`
    select greatest(coalesce(max(nonce) + 1, 0), ${nextNonce}) as next from relayed_transaction
    where network = ${network} and sender_address = ${senderAddress}
      and outcome is distinct from 'displaced'`.execute(ctx.db);
  return BigInt(rows[0]?.next ?? nextNonce);
}

/** What the transactions for an account, or for all, may have cost on a network since a moment. */
export async function costSince(
  ctx: Context,
  { accountId, network, since }: { accountId?: string; network: NetworkId; since: Date },
): Promise<bigint> {
  const { rows } = await sql<{ readonly units: bigint }>`
    select coalesce(sum(cost_units), 0) as units from relayed_transaction
    where network = ${network} and created_at >= ${since}
      and (${accountId ?? null}::text is null or account_id = ${accountId ?? null})`.execute(
    ctx.db,
  );
  return BigInt(rows[0]?.units ?? 0n);
}

/** Stores a transaction before it is sent. */
export async function insertRelayed(ctx: Context, relayed: NewRelayed): Promise<void> {
  const { prepared, transaction } = relayed;
  await ctx.db
    .insertInto('relayed_transaction')
    .values({
      id: ctx.newOrderedId(),
      account_id: relayed.accountId,
      purpose: relayed.purpose,
      subject: relayed.subject,
      network: relayed.network,
      sender_address: relayed.senderAddress,
      nonce: relayed.nonce,
      call: JSON.stringify({ ...prepared.call, valueUnits: String(prepared.call.valueUnits) }),
      limits: JSON.stringify(prepared.limits),
      transaction_hash: bytesOf(transaction.transactionHash),
      signed: bytesOf(transaction.signed),
      cost_units: prepared.costUnits,
      created_at: ctx.now(),
      signed_at: ctx.now(),
      next_check_at: relayed.nextCheckAt,
    })
    .execute();
}

interface OpenRow {
  readonly id: string;
  readonly network: string;
  readonly sender_address: string;
  readonly nonce: bigint;
  readonly call: string;
  readonly limits: string;
  readonly transaction_hash: Buffer;
  readonly signed: Buffer;
  readonly earlier_hashes: readonly Buffer[];
  readonly signed_at: Date;
}

export const isRelayedDue = (ctx: Context): DueCondition =>
  sql`(select true from relayed_transaction where next_check_at <= ${ctx.now()} order by next_check_at limit 1)`;

/** Takes up to `limit` transactions that are due, for this process alone until `leasedUntil`; the lowest nonces first. */
export async function takeDueRelayed(
  ctx: Context,
  { leasedUntil, limit }: { readonly leasedUntil: Date; readonly limit: number },
): Promise<readonly OpenRelayed[]> {
  const { rows } = await sql<OpenRow>`
    with due as (
      select id from relayed_transaction where next_check_at <= ${ctx.now()}
      order by next_check_at, id limit ${limit}
      for no key update skip locked
    )
    update relayed_transaction relayed set next_check_at = ${leasedUntil}
    from due where relayed.id = due.id
    returning relayed.id, relayed.network, relayed.sender_address, relayed.nonce, relayed.call::text as call,
      relayed.limits::text as limits, relayed.transaction_hash, relayed.signed,
      relayed.earlier_hashes, relayed.signed_at`.execute(ctx.db);
  return rows
    .map(openFrom)
    .toSorted(byId)
    .toSorted((a, b) => Number(a.nonce - b.nonce));
}

function openFrom(row: OpenRow): OpenRelayed {
  invariant(isNetworkId(row.network), 'transactions are sent on listed networks');
  return {
    id: row.id,
    network: row.network,
    senderAddress: row.sender_address,
    nonce: BigInt(row.nonce),
    call: CallText.parse(JSON.parse(row.call)),
    limits: Limits.parse(JSON.parse(row.limits)),
    transactionHash: hexOf(row.transaction_hash),
    signed: hexOf(row.signed),
    earlierHashes: row.earlier_hashes.map(hexOf),
    signedAt: row.signed_at,
  };
}

/** Ended transactions of its sender with nonces below its own, from this one on. */
export async function findEndedBetween(
  ctx: Context,
  { network, senderAddress, nonce }: Pick<OpenRelayed, 'network' | 'senderAddress' | 'nonce'>,
  from: bigint,
): Promise<readonly Pick<OwnTransaction, 'signed'>[]> {
  if (from >= nonce) return [];
  const rows = await ctx.db
    .selectFrom('relayed_transaction')
    .select('signed')
    .where('network', '=', network)
    .where('sender_address', '=', senderAddress)
    .where('nonce', '>=', from)
    .where('nonce', '<', nonce)
    .where('outcome', 'in', ['succeeded', 'failed'])
    .orderBy('nonce')
    .limit(ENDED_MAX)
    .execute();
  return rows.map(({ signed }) => ({ signed: hexOf(signed) }));
}

/** The highest nonce of a sender whose transaction was carried out; undefined where none was. */
export async function findLastEnded(
  ctx: Context,
  { network, senderAddress }: Pick<OpenRelayed, 'network' | 'senderAddress'>,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ readonly nonce: bigint }>`
    select nonce from relayed_transaction
    where network = ${network} and sender_address = ${senderAddress}
      and outcome is distinct from 'displaced' and outcome is not null
    order by nonce desc limit 1`.execute(ctx.db);
  return rows[0] === undefined ? undefined : BigInt(rows[0].nonce);
}

/** Records the end of an open transaction; once, whoever comes first. */
export async function endRelayed(ctx: Context, id: string, outcome: RelayOutcome): Promise<void> {
  await ctx.db
    .updateTable('relayed_transaction')
    .set({ outcome, next_check_at: null })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute();
}

/**
 * Lets a transaction that had succeeded be followed again, for who sees that a reorg has removed it: where no node has it any more it is sent again.
 * Another one about the same that is open sends it again already.
 */
export async function reopenRelayed(ctx: Context, purpose: string): Promise<void> {
  await sql`
    update relayed_transaction relayed set outcome = null, next_check_at = ${ctx.now()}
    where purpose = ${purpose} and outcome = 'succeeded' and not exists (
      select from relayed_transaction other
      where other.subject = relayed.subject and other.outcome is null)`.execute(ctx.db);
}

/** Lets an open transaction be looked up again. */
export async function deferRelayed(ctx: Context, id: string, at: Date): Promise<void> {
  await ctx.db
    .updateTable('relayed_transaction')
    .set({ next_check_at: at })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute();
}

/** Stores the same transaction with higher fees, before it is sent; returns false where it was changed or ended since. */
export async function replaceRelayed(
  ctx: Context,
  { id, transactionHash: before }: OpenRelayed,
  { prepared, transaction }: Pick<NewRelayed, 'prepared' | 'transaction'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update relayed_transaction set transaction_hash = ${bytesOf(transaction.transactionHash)},
      signed = ${bytesOf(transaction.signed)}, limits = ${JSON.stringify(prepared.limits)}::json,
      cost_units = ${prepared.costUnits}, signed_at = ${ctx.now()},
      earlier_hashes = earlier_hashes || transaction_hash
    where id = ${id} and transaction_hash = ${bytesOf(before)} and outcome is null`.execute(ctx.db);
  return numAffectedRows === 1n;
}

/** What was read of a sender last. */
export interface SenderRead {
  readonly network: NetworkId;
  readonly senderAddress: string;
  readonly balanceUnits: bigint;
  /** What a transaction of ordinary size may cost; undefined where an earlier release read it. */
  readonly typicalCostUnits: bigint | undefined;
  /** What the transactions of that day may cost: all of them, and those of the account with the most. */
  readonly spentUnits: bigint;
  readonly accountSpentUnits: bigint;
  readonly readAt: Date;
}

/** What was read last of each sender. */
export async function findSenders(ctx: Context): Promise<readonly SenderRead[]> {
  const rows = await ctx.db.selectFrom('relay_sender').selectAll().orderBy('network').execute();
  return rows.map((row) => {
    invariant(isNetworkId(row.network), 'transactions are sent on listed networks');
    return {
      network: row.network,
      senderAddress: row.sender_address,
      balanceUnits: BigInt(row.balance_units),
      typicalCostUnits:
        row.typical_cost_units === null ? undefined : BigInt(row.typical_cost_units),
      spentUnits: BigInt(row.spent_units),
      accountSpentUnits: BigInt(row.account_spent_units),
      readAt: row.read_at,
    };
  });
}

/** Records what a sender has, and what was spent on its network since a moment. */
export async function recordSender(
  ctx: Context,
  read: Pick<SenderRead, 'network' | 'senderAddress' | 'balanceUnits' | 'typicalCostUnits'>,
  since: Date,
): Promise<void> {
  const { network, senderAddress, balanceUnits, typicalCostUnits = null } = read;
  await sql`
    insert into relay_sender
      (network, sender_address, balance_units, typical_cost_units, spent_units, account_spent_units, read_at)
    select ${network}, ${senderAddress}, ${balanceUnits}, ${typicalCostUnits}::numeric, coalesce(sum(units), 0), coalesce(max(units), 0), ${ctx.now()}
    from (
      select sum(cost_units) as units from relayed_transaction
      where network = ${network} and created_at >= ${since}
      group by account_id
    ) spent
    on conflict (network) do update set sender_address = excluded.sender_address,
      balance_units = excluded.balance_units,
      typical_cost_units = excluded.typical_cost_units, spent_units = excluded.spent_units,
      account_spent_units = excluded.account_spent_units, read_at = excluded.read_at`.execute(
    ctx.db,
  );
}

/** How many transactions of a network may still be carried out. */
export interface OpenCount {
  readonly network: string;
  readonly open: number;
  readonly oldestAt: Date;
}

/** The open transactions by network; up to `countMax` are counted. */
export async function countOpenRelayed(
  ctx: Context,
  countMax: number,
): Promise<readonly OpenCount[]> {
  const { rows } = await sql<OpenCount>`
    select network, count(*)::integer as open, min(created_at) as "oldestAt"
    from (
      select network, created_at from relayed_transaction
      where next_check_at is not null
      limit ${countMax}
    ) open
    group by network`.execute(ctx.db);
  return rows;
}
