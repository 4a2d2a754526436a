import { sql } from 'kysely';
import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { bytesOf, type Hex, hexOf } from '#kit/hex.ts';

/** One operation of a link: a nonce of an account is used once. */
export interface OperationKey {
  readonly accountId: string;
  /** The link's. */
  readonly token: string;
  readonly network: NetworkId;
  readonly entryPoint: string;
  readonly sender: string;
  readonly nonce: bigint;
  /** The hash of what the account executes. */
  readonly callHash: Hex;
}

/** What is known of an operation. */
interface KnownOperation {
  readonly callHash: Hex;
  /** 0 of one that nobody was asked to pay for. */
  readonly costUnits: bigint;
  readonly countedAt: Date;
}

/** Lets one process at a time count for a network. */
export async function lockBudget(ctx: Context, network: NetworkId): Promise<void> {
  const name = `sponsorships ${network}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(ctx.db);
}

/** The operation of a link with this account and nonce, whichever contract executes it where the key leaves it out. */
export async function findOperation(
  ctx: Context,
  key: Pick<OperationKey, 'token' | 'network' | 'sender' | 'nonce'> & { entryPoint?: string },
): Promise<KnownOperation | undefined> {
  const { token, network, sender, nonce, entryPoint } = key;
  const { rows } = await sql<{ call_hash: Buffer; cost_units: bigint; counted_at: Date }>`
    select call_hash, cost_units, counted_at from user_operation
    where token = ${token} and network = ${network} and sender_address = ${sender}
      and nonce = ${nonce} and (${entryPoint ?? null}::text is null or entry_point = ${entryPoint ?? null})
    limit 1`.execute(ctx.db);
  const [row] = rows;
  return (
    row && {
      callHash: hexOf(row.call_hash),
      costUnits: BigInt(row.cost_units),
      countedAt: row.counted_at,
    }
  );
}

/** How many operations of a link were sponsored. */
export async function countSponsored(
  ctx: Context,
  { token, network }: Pick<OperationKey, 'token' | 'network'>,
): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*)::integer as count from user_operation
    where token = ${token} and network = ${network} and cost_units > 0`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** What the other operations of a link may cost, whenever they were counted. */
export async function costOfOthers(ctx: Context, key: OperationKey): Promise<bigint> {
  const { token, network, entryPoint, sender, nonce } = key;
  const { rows } = await sql<{ readonly units: bigint }>`
    select coalesce(sum(cost_units), 0) as units from user_operation
    where token = ${token} and network = ${network}
      and not (entry_point = ${entryPoint} and sender_address = ${sender} and nonce = ${nonce})`.execute(
    ctx.db,
  );
  return BigInt(rows[0]?.units ?? 0n);
}

/** What the operations for an account, of it those of one smart account, or for all, may have cost on a network since a moment. */
export async function costSince(
  ctx: Context,
  {
    accountId,
    sender,
    network,
    since,
  }: { accountId?: string; sender?: string; network: NetworkId; since: Date },
): Promise<bigint> {
  const { rows } = await sql<{ readonly units: bigint }>`
    select coalesce(sum(cost_units), 0) as units from user_operation
    where network = ${network} and counted_at >= ${since}
      and (${accountId ?? null}::text is null or account_id = ${accountId ?? null})
      and (${sender ?? null}::text is null or sender_address = ${sender ?? null})`.execute(ctx.db);
  return BigInt(rows[0]?.units ?? 0n);
}

/** Keeps an operation, once for its link, account and nonce, with the newest calldata and the highest cost. */
export async function recordOperation(
  ctx: Context,
  key: OperationKey,
  costUnits: bigint,
): Promise<void> {
  const { accountId, token, network, entryPoint, sender, nonce, callHash } = key;
  await sql`
    insert into user_operation
      (id, account_id, token, network, entry_point, sender_address, nonce, call_hash, cost_units, counted_at)
    values (${ctx.newOrderedId()}, ${accountId}, ${token}, ${network}, ${entryPoint}, ${sender}, ${nonce},
      ${bytesOf(callHash)}, ${costUnits}, ${ctx.now()})
    on conflict (token, network, entry_point, sender_address, nonce) do update set
      call_hash = excluded.call_hash,
      cost_units = greatest(user_operation.cost_units, excluded.cost_units),
      counted_at = case when excluded.cost_units > 0 then excluded.counted_at
        else user_operation.counted_at end`.execute(ctx.db);
}

/** What the operations of a network may cost: of the account with the most, and of all. */
interface SponsoredCost {
  readonly network: string;
  readonly spentUnits: bigint;
  readonly accountSpentUnits: bigint;
  readonly operations: number;
}

/** The operations that were counted since a moment, by network. */
export async function sponsoredSince(ctx: Context, since: Date): Promise<readonly SponsoredCost[]> {
  const { rows } = await sql<SponsoredCost>`
    select network, sum(units) as "spentUnits", max(units) as "accountSpentUnits",
      sum(operations)::integer as operations
    from (
      select network, account_id, sum(cost_units) as units, count(*) as operations
      from user_operation where counted_at >= ${since} and cost_units > 0
      group by network, account_id
    ) spent
    group by network order by network`.execute(ctx.db);
  return rows.map(({ spentUnits, accountSpentUnits, ...row }) => ({
    ...row,
    spentUnits: BigInt(spentUnits),
    accountSpentUnits: BigInt(accountSpentUnits),
  }));
}
