import { sql } from 'kysely';
import type { Context } from '#context.ts';

type StoreContext = Pick<Context, 'db'>;

/** A place in a list: what follows it is older. */
export interface ScreeningPlace {
  readonly at: Date;
  /** The token of the link. */
  readonly id: string;
  readonly walletAddress: string;
}

interface ListQuery {
  /** Undefined for all accounts. */
  readonly accountId: string | undefined;
  readonly before: ScreeningPlace | undefined;
  readonly limit: number;
}

/** A wallet of a link, as operators see it. */
export interface ListedScreening extends ScreeningPlace {
  readonly accountId: string;
  readonly role: 'payer' | 'recipient';
  readonly status: 'rejected' | 'waiting' | 'failed';
  /** Null while nobody has decided. */
  readonly provider: string | null;
  readonly level: string | null;
}

interface ListRow {
  at: Date;
  secure_payment_token: string;
  wallet_address: string;
  account_id: string;
  role: string;
  status: 'rejected' | 'waiting' | 'failed';
  provider: string | null;
  risk_level: string | null;
}

/** Wallets of links that were rejected, the last first. */
export async function findRejectedScreenings(
  { db }: StoreContext,
  { accountId, before, limit }: ListQuery,
): Promise<readonly ListedScreening[]> {
  const { rows } = await sql<ListRow>`
    select evaluated_at as at, secure_payment_token, wallet_address, account_id, role,
      'rejected' as status, provider, risk_level
    from link_screening
    where status = 'rejected'
      ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}
      ${before === undefined ? sql`` : sql`and (evaluated_at, secure_payment_token, wallet_address) < (${before.at}::timestamptz, ${before.id}, ${before.walletAddress})`}
    order by evaluated_at desc, secure_payment_token desc, wallet_address desc
    limit ${limit}`.execute(db);
  return rows.map(listedFrom);
}

/** Wallets of links about which nothing is decided, those that came last first. */
export async function findUndecidedScreenings(
  { db }: StoreContext,
  { accountId, before, limit }: ListQuery,
): Promise<readonly ListedScreening[]> {
  const { rows } = await sql<ListRow>`
    select created_at as at, secure_payment_token, wallet_address, account_id, role,
      case when due_at is null then 'failed' else 'waiting' end as status,
      null as provider, null as risk_level
    from wallet_screening
    where true
      ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}
      ${before === undefined ? sql`` : sql`and (created_at, secure_payment_token, wallet_address) < (${before.at}::timestamptz, ${before.id}, ${before.walletAddress})`}
    order by created_at desc, secure_payment_token desc, wallet_address desc
    limit ${limit}`.execute(db);
  return rows.map(listedFrom);
}

function listedFrom(row: ListRow): ListedScreening {
  return {
    at: row.at,
    accountId: row.account_id,
    id: row.secure_payment_token,
    role: row.role === 'payer' ? 'payer' : 'recipient',
    walletAddress: row.wallet_address,
    status: row.status,
    provider: row.provider,
    level: row.risk_level,
  };
}

interface CountQuery {
  /** Each count goes no further. */
  readonly countMax: number;
  readonly rejectedSince: Date;
  readonly failedSince: Date;
}

/** How many wallets of links wait, failed lately and were rejected lately, and since when the oldest waits. */
export async function countScreenings(
  { db }: StoreContext,
  { countMax, rejectedSince, failedSince }: CountQuery,
) {
  const { rows } = await sql<{
    waiting: bigint;
    oldest: Date | null;
    failed: bigint;
    failed_at: Date | null;
    rejected: bigint;
  }>`
    select
      (select count(*) from (
        select from wallet_screening where due_at is not null limit ${countMax}) n) as waiting,
      (select min(created_at) from (
        select created_at from wallet_screening where due_at is not null
        order by due_at limit ${countMax}) n) as oldest,
      (select count(*) from (
        select from wallet_screening where failed_at > ${failedSince} limit ${countMax}) n) as failed,
      (select max(failed_at) from wallet_screening where failed_at > ${failedSince}) as failed_at,
      (select count(*) from (
        select from link_screening where status = 'rejected' and evaluated_at > ${rejectedSince}
        limit ${countMax}) n) as rejected`.execute(db);
  const [row] = rows;
  return {
    waiting: Number(row?.waiting ?? 0),
    oldestWaitingAt: row?.oldest ?? null,
    failedLately: Number(row?.failed ?? 0),
    lastFailureAt: row?.failed_at ?? null,
    rejectedLately: Number(row?.rejected ?? 0),
  };
}

/** When each of these vendors answered last, as far as its answers are kept. */
export async function findLastAnswers(
  { db }: StoreContext,
  providers: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (providers.length === 0) return new Map();
  const { rows } = await sql<{ provider: string; answered_at: Date }>`
    select named.provider, last.answered_at
    from unnest(${[...providers]}::text[]) as named (provider)
    cross join lateral (
      select answered_at from vendor_answer
      where vendor_answer.provider = named.provider
      order by answered_at desc limit 1
    ) last`.execute(db);
  return new Map(rows.map((row) => [row.provider, row.answered_at]));
}
