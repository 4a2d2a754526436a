import { type Insertable, sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type {
  AccountTable,
  EmailLoginTable,
  WalletLoginTable,
} from '#platform/db/tables.generated.ts';

/** Adds an account. */
export async function insertAccount(ctx: Context, row: Insertable<AccountTable>): Promise<void> {
  await ctx.db.insertInto('account').values(row).execute();
}

/** An account and how many ways there are to sign in to it. */
export interface KnownAccount {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly walletLogins: number;
  readonly emailLogins: number;
}

/** The newest accounts up to a limit, the newest last; only the one with this id where one is named. */
export async function findAccounts(
  ctx: Context,
  { limit, id }: { readonly limit: number; readonly id?: string | undefined },
): Promise<readonly KnownAccount[]> {
  const newestFirst = await ctx.db
    .selectFrom('account')
    .select((query) => [
      'id',
      'name',
      'created_at as createdAt',
      query
        .selectFrom('wallet_login')
        .select((inner) => inner.fn.countAll<bigint>().as('count'))
        .whereRef('account_id', '=', 'account.id')
        .as('wallets'),
      query
        .selectFrom('email_login')
        .select((inner) => inner.fn.countAll<bigint>().as('count'))
        .whereRef('account_id', '=', 'account.id')
        .as('emails'),
    ])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return newestFirst.toReversed().map(({ wallets, emails, ...account }) => ({
    ...account,
    walletLogins: Number(wallets ?? 0n),
    emailLogins: Number(emails ?? 0n),
  }));
}

/** Adds a wallet that opens an account; false when it opens one already. */
export async function insertWalletLogin(
  ctx: Context,
  row: Insertable<WalletLoginTable>,
): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('wallet_login')
    .values(row)
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A wallet that opens an account. */
export interface WalletLogin {
  readonly id: string;
  readonly accountId: string;
  readonly personId: string;
}

/** Which account a wallet opens, if it opens one. */
export async function findWalletLogin(
  ctx: Context,
  address: string,
): Promise<WalletLogin | undefined> {
  const row = await ctx.db
    .selectFrom('wallet_login')
    .select(['id', 'account_id as accountId', 'person_id'])
    .where('address', '=', address)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { person_id: personId, ...login } = row;
  invariant(personId !== null, `login ${row.id} is somebody's`);
  return { ...login, personId };
}

/**
 * Stores the chain on which the contract of a wallet first verified a signature. False for every other chain.
 */
export async function keepContractChain(
  ctx: Context,
  login: { readonly loginId: string; readonly chainId: number },
): Promise<boolean> {
  const chainId = BigInt(login.chainId);
  const kept = await ctx.db
    .updateTable('wallet_login')
    .set({ contract_chain_id: chainId })
    .where('id', '=', login.loginId)
    .where((is) =>
      is.or([is('contract_chain_id', 'is', null), is('contract_chain_id', '=', chainId)]),
    )
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Lets one transaction at a time give a wallet its first account. Held until it ends. */
export async function lockWallet(ctx: Context, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wallet ${address}`}, 0))`.execute(
    ctx.db,
  );
}

/** Adds an email address that opens an account; false when it opens one already. */
export async function insertEmailLogin(
  ctx: Context,
  row: Insertable<EmailLoginTable>,
): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('email_login')
    .values(row)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** An email address that opens an account. */
interface EmailLogin extends WalletLogin {
  readonly passwordHash: string;
}

/** The account that an email address opens, and what is kept of its password. */
export async function findEmailLogin(
  ctx: Context,
  emailKey: string,
): Promise<EmailLogin | undefined> {
  const row = await ctx.db
    .selectFrom('email_login')
    .select(['id', 'account_id as accountId', 'person_id', 'password_hash as passwordHash'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { person_id: personId, ...login } = row;
  invariant(personId !== null, `login ${row.id} is somebody's`);
  return { ...login, personId };
}

/** Lets a login open this account from now on. */
export async function setAccountOfLogin(
  ctx: Context,
  { loginId, accountId }: { readonly loginId: string; readonly accountId: string },
): Promise<void> {
  for (const table of ['wallet_login', 'email_login'] as const) {
    await ctx.db
      .updateTable(table)
      .set({ account_id: accountId })
      .where('id', '=', loginId)
      .execute();
  }
}

/** Whose login it is. */
export async function findPersonOfLogin(ctx: Context, loginId: string): Promise<string> {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from wallet_login where id = ${loginId}
    union all select person_id from email_login where id = ${loginId}`.execute(ctx.db);
  const [login] = rows;
  invariant(login !== undefined, `login ${loginId} is somebody's`);
  return login.person_id;
}

/** The email login of this id, with what is kept of its password. */
export async function findEmailLoginById(
  ctx: Context,
  id: string,
): Promise<{ readonly email: string; readonly passwordHash: string } | undefined> {
  return await ctx.db
    .selectFrom('email_login')
    .select(['email', 'password_hash as passwordHash'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Holds a person until the transaction ends, so that logins are added and removed one call after another. */
export async function lockPerson(ctx: Context, personId: string): Promise<void> {
  await ctx.db
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .execute();
}

/** Removes a wallet's login with every session that it opened, and returns how many of those lived. */
export async function deleteWalletLogin(ctx: Context, id: string): Promise<number> {
  const { rows } = await sql<{ ended: boolean }>`
    delete from session where wallet_login_id = ${id}
    returning ended_at is not null or expires_at <= ${ctx.now()} as ended`.execute(ctx.db);
  await ctx.db.deleteFrom('wallet_login').where('id', '=', id).execute();
  return rows.filter(({ ended }) => !ended).length;
}
