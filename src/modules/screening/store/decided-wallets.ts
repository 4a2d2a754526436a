import { sql } from 'kysely';
import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import type { Context } from '#context.ts';
import { ORACLE } from '../model/providers.ts';

type StoreContext = Pick<Context, 'db'>;

interface NamedWallets {
  /** In whose plans the vendor stands. */
  readonly provider: WalletScreenerName;
  /** As their chains show them. */
  readonly wallets: readonly string[];
  readonly now: Date;
}

/**
 * Makes the wallets of open links that vendors decided about due for the background job, where a vendor has part in the plan; returns
 * how many. One that the job works on is due once more, as its query may have come before.
 */
export async function makeNamedDue(
  { db }: StoreContext,
  { provider, wallets, now }: NamedWallets,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into wallet_screening (
      secure_payment_token, role, wallet_address, account_id, network, plan, subject, due_at,
      failed_at, created_at
    )
    select secure_payment_token, role, wallet_address, account_id, network, plan, subject,
      ${now}::timestamptz, null, ${now}::timestamptz
    from link_screening
    where wallet_address = any (${wallets}::text[]) and watched_until > ${now}
      and provider <> ${ORACLE} and position(${`"${provider}"`}::text in plan) > 0
    order by secure_payment_token, role, wallet_address
    on conflict (secure_payment_token, role, wallet_address) do update
    set due_at = excluded.due_at, failed_at = null`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

interface OldDecisions {
  /** Decisions from before are old. */
  readonly before: Date;
  readonly now: Date;
  readonly limit: number;
}

/** Makes wallets of open links due whose vendors decided long ago, the oldest decisions first; returns how many. */
export async function makeOldDue(
  { db }: StoreContext,
  { before, now, limit }: OldDecisions,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into wallet_screening (
      secure_payment_token, role, wallet_address, account_id, network, plan, subject, due_at,
      failed_at, created_at
    )
    select secure_payment_token, role, wallet_address, account_id, network, plan, subject,
      ${now}::timestamptz, null, ${now}::timestamptz
    from link_screening decided
    where evaluated_at < ${before} and watched_until > ${now}
      and provider <> ${ORACLE} and plan is not null
      and not exists (
        select from wallet_screening waiting
        where waiting.secure_payment_token = decided.secure_payment_token
          and waiting.role = decided.role and waiting.wallet_address = decided.wallet_address
      )
    order by evaluated_at limit ${limit}
    on conflict (secure_payment_token, role, wallet_address) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

interface FailedAgain {
  /** Wallets whose vendors failed later rest. */
  readonly failedBefore: Date;
  readonly now: Date;
  readonly limit: number;
}

/** Makes decided wallets of open links due whose vendors failed when they were asked again; returns how many. */
export async function makeFailedDue(
  { db }: StoreContext,
  { failedBefore, now, limit }: FailedAgain,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update wallet_screening set due_at = ${now}, failed_at = null where ctid = any (array(
      select waiting.ctid from wallet_screening waiting
      join link_screening decided using (secure_payment_token, role, wallet_address)
      where waiting.failed_at <= ${failedBefore} and decided.watched_until > ${now}
      order by waiting.failed_at limit ${limit} for update of waiting skip locked
    ))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
