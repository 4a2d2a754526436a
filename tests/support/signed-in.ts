import { randomBytes } from 'node:crypto';
import { hashSecret } from '#kit/secret.ts';
import { orderedIdMaker } from '#kit/ulid.ts';
import type { Database } from '#platform/db/database.ts';
import { TEST_TIME } from './context.ts';

const newId = orderedIdMaker(() => TEST_TIME);
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

interface Signing {
  readonly accountId: string;
  /** The wallet that signs, as its chain shows it; an email address signs where none is given. */
  readonly wallet?: string;
}

/** A session written straight into the tables; returns its bearer header. */
export async function signedIn(
  db: Database,
  { accountId, wallet }: Signing,
): Promise<{ readonly authorization: string }> {
  const token = randomBytes(32).toString('base64url');
  const login = { id: newId(), account_id: accountId, created_at: TEST_TIME };
  if (wallet === undefined) {
    const email = `${login.id}@people.example`;
    const values = { ...login, email, email_key: email.toLowerCase(), password_hash: 'none' };
    await db.insertInto('email_login').values(values).execute();
  } else {
    const family = wallet.startsWith('T') ? 'tron' : 'evm';
    await db
      .insertInto('wallet_login')
      .values({ ...login, family, address: wallet })
      .execute();
  }
  await db
    .insertInto('session')
    .values({
      id: newId(),
      account_id: accountId,
      kind: wallet === undefined ? 'email' : 'wallet',
      wallet_login_id: wallet === undefined ? null : login.id,
      email_login_id: wallet === undefined ? login.id : null,
      token_hash: hashSecret(token),
      created_at: TEST_TIME,
      last_seen_at: TEST_TIME,
      expires_at: new Date(TEST_TIME.getTime() + YEAR_MS),
    })
    .execute();
  return { authorization: `Bearer ${token}` };
}

/** A partner with a key; returns its row and its header. */
export async function insertPartner(
  db: Database,
  accountId: string,
): Promise<{ readonly id: string; readonly header: { readonly 'x-orchestrator-key': string } }> {
  const id = newId();
  const key = `orc_sandbox_${randomBytes(16).toString('hex')}`;
  const times = { created_at: TEST_TIME, updated_at: TEST_TIME };
  await db
    .insertInto('orchestrator')
    .values({ id, account_id: accountId, name: 'A partner', status: 'active', ...times })
    .execute();
  await db
    .insertInto('orchestrator_key')
    .values({
      id: newId(),
      orchestrator_id: id,
      prefix: key.slice(0, 16),
      key_hash: hashSecret(key),
      ...times,
    })
    .execute();
  return { id, header: { 'x-orchestrator-key': key } };
}

/** Links a client ID to a partner, with or without a plan that screens payers. */
export async function linkToPartner(
  db: Database,
  link: {
    readonly orchestratorId: string;
    readonly clientIdId: string;
    readonly accountId: string;
    readonly kyt?: string;
  },
): Promise<void> {
  await db
    .insertInto('client_id_link')
    .values({
      id: newId(),
      orchestrator_id: link.orchestratorId,
      client_id_id: link.clientIdId,
      account_id: link.accountId,
      status: 'active',
      kyt: link.kyt ?? null,
      kyt_chosen_by: 'orchestrator',
      consented_at: TEST_TIME,
      created_at: TEST_TIME,
      updated_at: TEST_TIME,
    })
    .execute();
  await db
    .updateTable('client_id')
    .set({ orchestrator_id: link.orchestratorId })
    .where('id', '=', link.clientIdId)
    .execute();
}
