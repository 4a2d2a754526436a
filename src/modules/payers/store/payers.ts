import { type Selectable, sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { Sealed } from '#kit/secret.ts';
import type { PayerTable } from '#platform/db/tables.generated.ts';
import type { DueCondition } from '#platform/sweep.ts';
import { CHECK_LEASE_MS } from '../model/next-check.ts';
import type { Payer } from '../model/payer.ts';
import { isPayerAgreementStatus, isPayerIdentityStatus } from '../model/status.ts';

type PayerRow = Selectable<PayerTable>;

/** Adds a payer unless the account has named it already; returns whether it did. */
export async function insertPayer(
  ctx: Context,
  payer: Pick<Payer, 'id' | 'accountId' | 'clientUserId' | 'beneficiaryType' | 'identityProvider'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('payer')
    .values({
      id: payer.id,
      account_id: payer.accountId,
      client_user_id: payer.clientUserId,
      beneficiary_type: payer.beneficiaryType,
      identity_status: 'not_started',
      agreement_status: 'not_started',
      identity_provider: payer.identityProvider,
      check_number: 1,
      // Whoever adds it starts its check; a worker does where that process dies.
      next_check_at: new Date(ctx.now().getTime() + CHECK_LEASE_MS),
      created_at: ctx.now(),
      updated_at: ctx.now(),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'client_user_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

interface OwnPayer {
  readonly accountId: string;
  readonly clientUserId: string;
}

/** The payer that an account calls so. */
export async function findPayerRow(
  ctx: Pick<Context, 'db'>,
  { accountId, clientUserId }: OwnPayer,
): Promise<Payer | undefined> {
  const row = await ctx.db
    .selectFrom('payer')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('client_user_id', '=', clientUserId)
    .executeTakeFirst();
  return row && payerFrom(row);
}

/** The same, which nobody else changes until this transaction ends. */
export async function lockPayer(
  ctx: Context,
  { accountId, clientUserId }: OwnPayer,
): Promise<Payer | undefined> {
  invariant(ctx.db.isTransaction, 'a lock is held by a transaction');
  const row = await ctx.db
    .selectFrom('payer')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('client_user_id', '=', clientUserId)
    .forUpdate()
    .executeTakeFirst();
  return row && payerFrom(row);
}

/** A payer of any account, for background jobs; undefined for an id that is none of ours. */
export async function findPayerById(ctx: Context, id: string): Promise<Payer | undefined> {
  const row = await ctx.db.selectFrom('payer').selectAll().where('id', '=', id).executeTakeFirst();
  return row && payerFrom(row);
}

/** Whether the provider of a payer is to be queried. */
export const isPayerDue = (ctx: Context): DueCondition => sql`(
  select true from payer where next_check_at <= ${ctx.now()} order by next_check_at limit 1)`;

/**
 * Takes up to `limit` payers whose provider is to be asked, so that no other process does until the lease ends: a process that dies
 * leaves them due again.
 */
export async function takeDuePayers(
  ctx: Context,
  { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
): Promise<readonly Payer[]> {
  const leasedUntil = new Date(ctx.now().getTime() + leaseMs);
  const { rows } = await sql<PayerRow>`
    update payer set next_check_at = ${leasedUntil}, tries = tries + 1
    where id in (
      select id from payer where next_check_at <= ${ctx.now()}
      order by next_check_at, id limit ${limit}
      for update skip locked
    )
    returning *`.execute(ctx.db);
  return rows.map(payerFrom);
}

/** What an earlier release wrote is newer, as each start of a check removes it. */
function checkPageOf({
  check_url: url,
  check_page: bytes,
  check_page_key_version: keyVersion,
}: PayerRow): Payer['checkPage'] {
  if (url !== null || bytes === null || keyVersion === null) return url;
  return { bytes, keyVersion };
}

/** The columns of the page of a check, and nothing of it in clear. */
export function checkPageColumns(page: Sealed | null) {
  return {
    check_url: null,
    check_page: page?.bytes ?? null,
    check_page_key_version: page?.keyVersion ?? null,
  };
}

function payerFrom(row: PayerRow): Payer {
  const { identity_status: identityStatus, agreement_status: agreementStatus } = row;
  invariant(
    isPayerIdentityStatus(identityStatus) && isPayerAgreementStatus(agreementStatus),
    'a payer has known states',
  );
  return {
    id: row.id,
    accountId: row.account_id,
    clientUserId: row.client_user_id,
    beneficiaryType: row.beneficiary_type === 'business' ? 'business' : 'individual',
    identityStatus,
    agreementStatus,
    identityProvider: row.identity_provider,
    checkNumber: row.check_number,
    checkReference: row.check_reference,
    checkPage: checkPageOf(row),
    checkExpiresAt: row.check_expires_at,
    checkStartedAt: row.check_started_at,
    checkDecidedAt: row.check_decided_at,
    revision: row.revision,
    tries: row.tries,
  };
}
