import { sql } from 'kysely';
import type { Context } from '#context.ts';

/** A payer, by our own id. */
export interface PayerKey {
  readonly id: string;
  readonly accountId: string;
}

/** The checks that providers may still have of an erased payer: the last one, and all before it. */
export interface ErasedChecks {
  readonly identityProvider: string;
  readonly checkNumber: number;
}

/**
 * Removes what is known of a payer, and ends every check: nobody finds the row by an id of an integrator, or by a reference of a
 * provider. Returns its checks; undefined where there was nothing to erase.
 */
export async function erasePayerRow(
  ctx: Context,
  { id, accountId }: PayerKey,
): Promise<ErasedChecks | undefined> {
  await sql`delete from payer_secret where id = ${id} and account_id = ${accountId}`.execute(
    ctx.db,
  );
  const { rows } = await sql<ErasedChecks>`
    update payer set client_user_id = 'erased ' || id, erased_at = ${ctx.now()}, updated_at = ${ctx.now()},
      check_reference = null, check_url = null, check_page = null, check_page_key_version = null,
      next_check_at = null, revision = revision + 1
    where id = ${id} and account_id = ${accountId} and erased_at is null
    returning identity_provider as "identityProvider", check_number as "checkNumber"`.execute(
    ctx.db,
  );
  return rows[0];
}

/** Up to `limit` payers whose data was given at this time or before, to nobody else until the transaction ends. */
export async function claimPayersGivenBefore(
  ctx: Context,
  before: Date,
  limit: number,
): Promise<readonly PayerKey[]> {
  const { rows } = await sql<PayerKey>`
    select id, account_id as "accountId" from payer_secret where updated_at <= ${before}
    order by updated_at limit ${limit} for update skip locked`.execute(ctx.db);
  return rows;
}

interface SecretRow {
  readonly bytes: Buffer;
  readonly keyVersion: number;
}

/** Everything that is stored of a payer, what is sealed as it is stored. */
export async function readPayerRow(
  { db }: Pick<Context, 'db'>,
  { id, accountId }: PayerKey,
): Promise<{
  readonly row: Readonly<Record<string, unknown>>;
  readonly secret: SecretRow | undefined;
}> {
  const found = await sql<Readonly<Record<string, unknown>>>`
    select id as "userId", client_user_id as "clientUserId", beneficiary_type as "beneficiaryType",
      identity_status as "kycStatus", agreement_status as "agreementStatus",
      identity_provider as "identityProvider", check_reference as "checkReference",
      created_at as "createdAt", updated_at as "updatedAt"
    from payer where id = ${id} and account_id = ${accountId}`.execute(db);
  const secrets = await sql<SecretRow>`
    select person as bytes, person_key_version as "keyVersion" from payer_secret
    where id = ${id} and account_id = ${accountId}`.execute(db);
  return { row: found.rows[0] ?? {}, secret: secrets.rows[0] };
}
