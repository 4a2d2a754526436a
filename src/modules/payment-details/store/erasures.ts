import { sql } from 'kysely';
import type { Context } from '#context.ts';

/** A bank account of which nothing is known any more. */
export interface ErasedDetail {
  readonly id: string;
  readonly accountId: string;
  /** What the provider that pays out calls it; null where it was not given to it. */
  readonly providerAccountId: string | null;
}

const ERASED = sql`sealed = null, sealed_key_version = null, next_check_at = null`;

/** Erases the bank accounts of a payer. */
export async function eraseDetailsOf(
  ctx: Context,
  { accountId, payerId }: { readonly accountId: string; readonly payerId: string },
): Promise<readonly ErasedDetail[]> {
  const { rows } = await sql<ErasedDetail>`
    update payment_detail set ${ERASED}, erased_at = ${ctx.now()}
    where account_id = ${accountId} and payer_id = ${payerId} and erased_at is null
    returning id, account_id as "accountId", provider_account_id as "providerAccountId"`.execute(
    ctx.db,
  );
  return rows;
}

/** Erases up to `limit` bank accounts that were given at this time or before. */
export async function eraseDetailsGivenBefore(
  ctx: Context,
  before: Date,
  limit: number,
): Promise<readonly ErasedDetail[]> {
  const { rows } = await sql<ErasedDetail>`
    update payment_detail set ${ERASED}, erased_at = ${ctx.now()} where id in (
      select id from payment_detail where created_at <= ${before} and erased_at is null
      order by created_at limit ${limit} for update skip locked
    ) returning id, account_id as "accountId", provider_account_id as "providerAccountId"`.execute(
    ctx.db,
  );
  return rows;
}
