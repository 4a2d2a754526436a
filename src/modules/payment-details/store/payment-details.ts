import { sql } from 'kysely';
import type { Context } from '#context.ts';
import type { Sealed } from '#kit/secret.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { Rails } from '../model/bank-account.ts';
import type { PaymentDetailStatus } from '../model/status.ts';

/** A bank account as it is stored. What is known of its owner is sealed; undefined once it was erased. */
export interface PaymentDetailRow {
  readonly id: string;
  readonly accountId: string;
  readonly payerId: string;
  readonly clientUserId: string;
  readonly status: PaymentDetailStatus;
  /** As it was sent. */
  readonly currency: string;
  readonly rails: Rails;
  readonly sealed: Sealed | undefined;
  /** What the provider calls the account, once it knows it. */
  readonly providerAccountId: string | null;
  /** Why it failed, in words of ours. */
  readonly failureReason: string | null;
  readonly createdAt: Date;
}

interface StoredRow extends Omit<PaymentDetailRow, 'sealed'> {
  readonly bytes: Buffer | null;
  readonly keyVersion: number | null;
}

const COLUMNS = sql`id, account_id as "accountId", payer_id as "payerId",
  client_user_id as "clientUserId", status, currency, rails,
  sealed as bytes, sealed_key_version as "keyVersion", provider_account_id as "providerAccountId",
  failure_reason as "failureReason", created_at as "createdAt"`;

function rowOf({ bytes, keyVersion, ...row }: StoredRow): PaymentDetailRow {
  const isSealed = bytes !== null && keyVersion !== null;
  return { ...row, sealed: isSealed ? { bytes, keyVersion } : undefined };
}

/** Waits until nobody else adds a bank account of this payer, until the transaction ends. */
export async function lockPayerDetails(ctx: Context, payerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payment_detail ' || ${payerId}, 0))`.execute(
    ctx.db,
  );
}

/** The bank accounts of a payer that were not erased, the newest first. */
export async function listDetailsOf(
  ctx: Pick<Context, 'db'>,
  { accountId, payerId }: { readonly accountId: string; readonly payerId: string },
): Promise<readonly PaymentDetailRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${COLUMNS} from payment_detail
    where account_id = ${accountId} and payer_id = ${payerId} and erased_at is null
    order by id desc`.execute(ctx.db);
  return rows.map(rowOf);
}

/** One of them, also one that was erased; undefined where the account has no such bank account of this payer. */
export async function findDetail(
  ctx: Pick<Context, 'db'>,
  key: { readonly accountId: string; readonly clientUserId: string; readonly id: string },
): Promise<PaymentDetailRow | undefined> {
  const { rows } = await sql<StoredRow>`
    select ${COLUMNS} from payment_detail
    where id = ${key.id} and account_id = ${key.accountId} and client_user_id = ${key.clientUserId}`.execute(
    ctx.db,
  );
  return rows.map(rowOf)[0];
}

/** Whether the provider is to be queried about a bank account. */
export const isDetailDue = (ctx: Context): DueCondition => sql`(
  select true from payment_detail where next_check_at <= ${ctx.now()} order by next_check_at limit 1)`;

/** Takes up to `limit` bank accounts that the provider is to be asked about, and leaves them to nobody else until `until`. */
export async function claimDetails(
  ctx: Context,
  { limit, until }: { readonly limit: number; readonly until: Date },
): Promise<readonly ClaimedDetail[]> {
  const { rows } = await sql<StoredRow & { failureCount: number }>`
    update payment_detail set next_check_at = ${until} where id in (
      select id from payment_detail where next_check_at <= ${ctx.now()}
      order by next_check_at limit ${limit} for update skip locked
    ) returning ${COLUMNS}, failure_count as "failureCount"`.execute(ctx.db);
  return rows.map(({ failureCount, ...row }) => ({ ...rowOf(row), failureCount }));
}

/** A bank account with how often in a row the provider gave no result about it. */
export interface ClaimedDetail extends PaymentDetailRow {
  readonly failureCount: number;
}

/** Adds a bank account, which a worker then makes known to the provider. */
export async function insertDetail(
  ctx: Context,
  row: PaymentDetailRow & { readonly sealed: Sealed },
): Promise<void> {
  await ctx.db
    .insertInto('payment_detail')
    .values({
      id: row.id,
      account_id: row.accountId,
      payer_id: row.payerId,
      client_user_id: row.clientUserId,
      status: row.status,
      currency: row.currency,
      rails: row.rails,
      sealed: row.sealed.bytes,
      sealed_key_version: row.sealed.keyVersion,
      next_check_at: row.createdAt,
      created_at: row.createdAt,
      updated_at: row.createdAt,
    })
    .execute();
}
