import { type Selectable, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { RefusedWalletTable } from '#platform/db/tables.generated.ts';
import type { ListedWallet, ListPlace } from './model/listed-wallet.ts';
import type { RefusalReason, RefusedWallet } from './model/refused-wallet.ts';

type StoreContext = Pick<Context, 'db'>;

/** A refused wallet that is to be reported. */
interface Rejection {
  readonly securePaymentToken: string;
  /** As its chain writes it. */
  readonly walletAddress: string;
  /** The event that reports it, which is written in the same transaction. */
  readonly eventId: string;
  readonly now: Date;
  /** Wallets reported since then are not reported again. */
  readonly silentSince: Date;
  /** How often a link is reported at most, all of its wallets together. */
  readonly timesMax: number;
}

/**
 * Takes the right to report a refused wallet: true for exactly one of several attempts at once. A
 * report that no endpoint accepted does not count, so the next attempt reports again.
 */
export async function takeRejection(ctx: StoreContext, rejection: Rejection): Promise<boolean> {
  const { securePaymentToken, walletAddress, eventId, now, silentSince, timesMax } = rejection;
  const { rows } = await sql`
    insert into access_rejection (secure_payment_token, wallet_address, event_id, reported_at)
    select ${securePaymentToken}::text, ${walletAddress}::text, ${eventId}::text, ${now}::timestamptz
    where ${timesMax}::integer > (
      select coalesce(sum(report_count), 0) from access_rejection
      where secure_payment_token = ${securePaymentToken}
    )
    on conflict (secure_payment_token, wallet_address) do update
    set event_id = excluded.event_id, reported_at = excluded.reported_at,
      report_count = access_rejection.report_count + 1
    where access_rejection.reported_at <= ${silentSince}
      or (
        exists (
          select from webhook_delivery delivery
          where delivery.event_id = access_rejection.event_id
            and delivery.replay_of is null and not delivery.is_test
            and delivery.status = 'failed'
        )
        and not exists (
          select from webhook_delivery delivery
          where delivery.event_id = access_rejection.event_id
            and delivery.replay_of is null and not delivery.is_test
            and delivery.status in ('pending', 'delivered')
        )
      )
    returning event_id`.execute(ctx.db);
  return rows.length === 1;
}

interface NewRefusedWallet extends RefusedWallet {
  readonly id: string;
  readonly operationId: string | null;
  readonly securePaymentToken: string | null;
  readonly now: Date;
  /** What was stored since then stays, unless the reason is another now. */
  readonly againBefore: Date;
  /** An account that has as many gets no more; those that it has are still brought up to date. */
  readonly countMax: number;
}

/** Stores a wallet because of which something was refused, in place of what was stored of it for the same operation or link. */
export async function putRefusedWallet(
  { db }: StoreContext,
  wallet: NewRefusedWallet,
): Promise<void> {
  const { accountId, walletAddress, role, operationId, securePaymentToken: token } = wallet;
  await sql`
    insert into refused_wallet (
      id, account_id, wallet_address, role, network, reason_code, provider, operation_id,
      secure_payment_token, created_at, refused_at
    )
    select ${wallet.id}::text, ${accountId}::text, ${walletAddress}::text, ${role}::text,
      ${wallet.network}::text, ${wallet.code}::text, ${wallet.provider}::text,
      ${operationId}::text, ${token}::text, ${wallet.now}::timestamptz, ${wallet.now}::timestamptz
    where ${wallet.countMax}::integer > (
      select count(*) from (
        select from refused_wallet where account_id = ${accountId} limit ${wallet.countMax}) known
    ) or exists (
      select from refused_wallet
      where account_id = ${accountId} and wallet_address = ${walletAddress} and role = ${role}
        and operation_id is not distinct from ${operationId}
        and secure_payment_token is not distinct from ${token}
    )
    on conflict on constraint refused_wallet_once do update
    set network = excluded.network, reason_code = excluded.reason_code,
      provider = excluded.provider, refused_at = excluded.refused_at
    where refused_wallet.refused_at <= ${wallet.againBefore}
      or refused_wallet.reason_code <> excluded.reason_code`.execute(db);
}

interface RefusedPage {
  readonly code: RefusalReason;
  /** Undefined for all accounts. */
  readonly accountId: string | undefined;
  readonly before: ListPlace | undefined;
  readonly limit: number;
}

/** Wallets because of which something was refused, the last refused first. */
export async function findRefusedWallets(
  { db }: StoreContext,
  { code, accountId, before, limit }: RefusedPage,
): Promise<readonly ListedWallet[]> {
  const { rows } = await sql<Selectable<RefusedWalletTable>>`
    select * from refused_wallet
    where reason_code = ${code}
      ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}
      ${before === undefined ? sql`` : sql`and (refused_at, id) < (${before.at}::timestamptz, ${before.id})`}
    order by refused_at desc, id desc
    limit ${limit}`.execute(db);
  return rows.map((row) => ({
    at: row.refused_at,
    id: row.id,
    walletAddress: row.wallet_address,
    accountId: row.account_id,
    role: row.role === 'payer' ? 'payer' : 'recipient',
    status: code === 'screening_rejected' ? 'rejected' : 'failed',
    provider: row.provider,
    level: null,
    network: row.network,
    securePaymentToken: row.secure_payment_token,
    operationId: row.operation_id,
  }));
}

interface RefusedCounts {
  /** Each count goes no further. */
  readonly countMax: number;
  readonly rejectedSince: Date;
  readonly failedSince: Date;
  /** Who judges wallets: what others gave no answer about is not counted as failed. */
  readonly vendors: readonly string[];
}

/** How many wallets were rejected lately, and how many vendors failed about lately and when last. */
export async function countRefusedWallets(
  { db }: StoreContext,
  { countMax, rejectedSince, failedSince, vendors }: RefusedCounts,
) {
  const { rows } = await sql<{ rejected: bigint; failed: bigint; failed_at: Date | null }>`
    with failed as (
      select refused_at from refused_wallet
      where reason_code = 'provider_error' and refused_at > ${failedSince}
        and provider = any (${[...vendors]}::text[])
      order by refused_at desc limit ${countMax}
    )
    select
      (select count(*) from (
        select from refused_wallet
        where reason_code = 'screening_rejected' and refused_at > ${rejectedSince}
        limit ${countMax}) n) as rejected,
      (select count(*) from failed) as failed,
      (select max(refused_at) from failed) as failed_at`.execute(db);
  const [row] = rows;
  return {
    rejectedLately: Number(row?.rejected ?? 0),
    failedLately: Number(row?.failed ?? 0),
    lastFailureAt: row?.failed_at ?? null,
  };
}

/** Removes up to `limit` wallets that were last refused before a time; returns how many. */
export async function deleteRefusedWallets(
  { db }: StoreContext,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from refused_wallet where id in (
      select id from refused_wallet where refused_at < ${before}
      order by refused_at limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
