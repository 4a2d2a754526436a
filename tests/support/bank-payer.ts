import { sql } from 'kysely';
import type { Context } from '#context.ts';
import type { Asker } from './requests-host.ts';

type Writing = Pick<Context, 'db' | 'now'>;

/** A payer to add. */
interface PayerToAdd {
  readonly clientUserId: string;
  readonly identity?: string;
}

/** Adds a payer of an account, compliant unless the test says otherwise. */
export async function addPayer(
  { db, now }: Writing,
  { accountId }: Asker,
  { clientUserId, identity = 'approved' }: PayerToAdd,
): Promise<void> {
  await sql`
    insert into payer (id, account_id, client_user_id, beneficiary_type, identity_status,
      agreement_status, identity_provider, check_number, created_at, updated_at)
    values (${`${accountId} ${clientUserId}`}, ${accountId}, ${clientUserId}, 'individual',
      ${identity}, 'completed', 'test', 1, ${now()}, ${now()})`.execute(db);
}

/** A bank account to add. */
interface DetailToAdd {
  readonly id: string;
  readonly clientUserId?: string;
  readonly status?: string;
}

/** Adds a bank account of a payer, approved unless the test says otherwise. */
export async function addDetail(
  { db, now }: Writing,
  { accountId }: Asker,
  { id, clientUserId = 'u-1', status = 'approved' }: DetailToAdd,
): Promise<void> {
  await sql`
    insert into payment_detail (id, account_id, payer_id, client_user_id, status, currency, rails,
      sealed, sealed_key_version, provider_account_id, created_at, updated_at)
    values (${id}, ${accountId}, ${`${accountId} ${clientUserId}`}, ${clientUserId}, ${status},
      'usd', 'local', '\\x00', 1, ${`bank of ${id}`}, ${now()}, ${now()})`.execute(db);
}
