import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { Sealed } from '#kit/secret.ts';

interface ClearPage {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
}

/** Up to `limit` pages whose addresses an earlier release stored in clear; nobody else changes them until the transaction ends. */
export async function takeClearPages(ctx: Context, limit: number): Promise<readonly ClearPage[]> {
  invariant(ctx.db.isTransaction, 'a lock is held by a transaction');
  const { rows } = await sql<ClearPage>`
    select id, account_id as "accountId", check_url as url from payer where check_url is not null
    order by id limit ${limit} for update skip locked`.execute(ctx.db);
  return rows;
}

/** Puts a sealed address in place of the one in clear. */
export async function storeSealedPage(
  ctx: Context,
  { id }: ClearPage,
  { bytes, keyVersion }: Sealed,
): Promise<void> {
  await sql`
    update payer set check_url = null, check_page = ${bytes}, check_page_key_version = ${keyVersion}
    where id = ${id}`.execute(ctx.db);
}

/** Removes up to `limit` sealed addresses of checks that an earlier release has ended; returns how many. */
export async function removeEndedPages(ctx: Context, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update payer set check_page = null, check_page_key_version = null
    where id in (
      select id from payer where check_page is not null and check_reference is null
      order by id limit ${limit} for update skip locked
    )`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
