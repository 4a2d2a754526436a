import { sql } from 'kysely';
import type { Context } from '#context.ts';

/** An account as administrators see it in a list. */
export interface ListedAccount {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly members: number;
  /** Null while it is not blocked. */
  readonly blockedAt: Date | null;
}

interface AccountsWanted {
  /** Its id, or how its name, an email address or a wallet of it begins; undefined is all. */
  readonly search: string | undefined;
  /** Only those that are older than this one. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Up to `limit` accounts, newest first. */
export async function findListedAccounts(
  ctx: Context,
  { search, cursor, limit }: AccountsWanted,
): Promise<readonly ListedAccount[]> {
  const beginning = `${(search ?? '').toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await ctx.db
    .selectFrom('account')
    .leftJoin('account_block as block', 'block.account_id', 'account.id')
    .select((query) => [
      'account.id',
      'account.name',
      'account.created_at as createdAt',
      'block.blocked_at as blockedAt',
      query
        .selectFrom('account_member')
        .select((inner) => inner.fn.countAll<bigint>().as('count'))
        .whereRef('account_member.account_id', '=', 'account.id')
        .as('members'),
    ])
    .$if(search !== undefined, (query) =>
      query.where(
        sql<boolean>`account.id in (
          select id from account where id = ${search} or lower(name) like ${beginning}
          union all select account_id from email_login where email_key like ${beginning}
          union all select account_id from wallet_login where lower(address) like ${beginning}
        )`,
      ),
    )
    .$if(cursor !== undefined, (query) => query.where('account.id', '<', cursor ?? ''))
    .orderBy('account.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ members, ...row }) => ({ ...row, members: Number(members ?? 0n) }));
}

/** An account with why it is blocked; undefined where there is none of this id. */
export async function findAccountWithBlock(ctx: Context, id: string) {
  return await ctx.db
    .selectFrom('account')
    .leftJoin('account_block as block', 'block.account_id', 'account.id')
    .select([
      'account.id',
      'account.name',
      'account.created_at as createdAt',
      'block.reason',
      'block.blocked_at as blockedAt',
    ])
    .where('account.id', '=', id)
    .executeTakeFirst();
}

/** The logins of an account's members with their roles, up to `limit`. */
export async function findMemberLogins(
  ctx: Context,
  { accountId, limit }: { readonly accountId: string; readonly limit: number },
) {
  const { rows } = await sql<{
    personId: string;
    role: string;
    kind: 'email' | 'wallet';
    login: string;
  }>`
    select member.person_id as "personId", member.role, login.kind, login.login
    from account_member member
    cross join lateral (
      select 'email' as kind, email as login, id from email_login
      where email_login.person_id = member.person_id
      union all
      select 'wallet', address, id from wallet_login
      where wallet_login.person_id = member.person_id
    ) login
    where member.account_id = ${accountId}
    order by member.created_at, member.person_id, login.id
    limit ${limit}`.execute(ctx.db);
  return rows;
}

/** Blocks an account; false where it is blocked already. */
export async function insertAccountBlock(
  ctx: Context,
  { accountId, reason }: { readonly accountId: string; readonly reason: string },
): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('account_block')
    .values({ account_id: accountId, reason, blocked_at: ctx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Ends the block of an account; false where there was none. */
export async function deleteAccountBlock(ctx: Context, accountId: string): Promise<boolean> {
  const deleted = await ctx.db
    .deleteFrom('account_block')
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Whether an account is blocked. */
export async function isAccountBlocked(ctx: Context, accountId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('account_block')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes a person an administrator; false for one who is already. */
export async function insertAdministrator(ctx: Context, personId: string): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('administrator')
    .values({ person_id: personId, created_at: ctx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Makes a person an administrator no more; false for one who was none. */
export async function deleteAdministrator(ctx: Context, personId: string): Promise<boolean> {
  const deleted = await ctx.db
    .deleteFrom('administrator')
    .where('person_id', '=', personId)
    .returning('person_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Who administers the installation, with one of their logins, since when. */
export async function findAdministrators(ctx: Context) {
  const { rows } = await sql<{ personId: string; login: string | null; since: Date }>`
    select person_id as "personId", created_at as since, coalesce(
      (select email from email_login where email_login.person_id = administrator.person_id
        order by id limit 1),
      (select address from wallet_login where wallet_login.person_id = administrator.person_id
        order by id limit 1)
    ) as login
    from administrator order by created_at, person_id`.execute(ctx.db);
  return rows;
}
