import { type Insertable, sql } from 'kysely';
import { type ChainFamily, isChainFamily } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { isRole, type Role } from '#kit/role.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { PersonTable } from '#platform/db/tables.generated.ts';

/** Somebody in an account. */
export interface Membership {
  readonly accountId: string;
  readonly personId: string;
}

/** Adds somebody who may sign in. */
export async function insertPerson(ctx: Context, row: Insertable<PersonTable>): Promise<void> {
  await ctx.db.insertInto('person').values(row).execute();
}

/** Makes a person a member of an account; false for one who is already. */
export async function insertMember(
  ctx: Context,
  { accountId, personId, role }: Membership & { readonly role: Role },
): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('account_member')
    .values({ account_id: accountId, person_id: personId, role, created_at: ctx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Who has been in an account for the longest time. */
export async function findFirstMember(
  ctx: Context,
  accountId: string,
): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('account_member')
    .select('person_id')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('person_id')
    .limit(1)
    .executeTakeFirst();
  return row?.person_id;
}

/** What a login's person is in an account; undefined for nobody of it. */
export async function findRoleOfLogin(
  ctx: Context,
  { accountId, loginId }: { readonly accountId: string; readonly loginId: string },
): Promise<{ readonly personId: string; readonly role: Role } | undefined> {
  const row = await ctx.db
    .selectFrom('account_member')
    .select(['person_id as personId', 'role'])
    .where('account_id', '=', accountId)
    // Removing the member waits for this transaction, and then ends the session that it opens.
    .forKeyShare()
    .where('person_id', 'in', (query) =>
      query
        .selectFrom('wallet_login')
        .select('person_id')
        .where('id', '=', loginId)
        .unionAll(query.selectFrom('email_login').select('person_id').where('id', '=', loginId)),
    )
    .executeTakeFirst();
  return row && { personId: row.personId, role: roleOf(row.role) };
}

/** Lets the members of an account, and the credentials that they make, change one call after another. Held until the transaction ends. */
export async function lockAccountRow(ctx: Context, accountId: string): Promise<void> {
  await ctx.db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .execute();
}

/** What a person is in an account; undefined for nobody of it. */
export async function findRole(
  ctx: Context,
  { accountId, personId }: Membership,
): Promise<Role | undefined> {
  const row = await ctx.db
    .selectFrom('account_member')
    .select('role')
    .where('account_id', '=', accountId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && roleOf(row.role);
}

/** A member, without how they sign in. */
interface MemberRow {
  readonly personId: string;
  readonly role: Role;
  readonly createdAt: Date;
}

/** The members of an account in the order in which they joined; only this person where one is named. */
export async function findMembers(
  ctx: Context,
  asked: { readonly accountId: string; readonly personId?: string; readonly limit: number },
): Promise<readonly MemberRow[]> {
  const { accountId, personId, limit } = asked;
  const rows = await ctx.db
    .selectFrom('account_member')
    .select(['person_id as personId', 'role', 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
    .orderBy('created_at')
    .orderBy('person_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, role: roleOf(row.role) }));
}

/** How many members an account has, and how many of them own it. */
export async function countMembers(
  ctx: Context,
  accountId: string,
): Promise<{ readonly members: number; readonly owners: number }> {
  const row = await ctx.db
    .selectFrom('account_member')
    .select((query) => [
      query.fn.countAll<bigint>().as('members'),
      query.fn.countAll<bigint>().filterWhere('role', '=', 'owner').as('owners'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { members: Number(row.members), owners: Number(row.owners) };
}

/** Gives a member another role. */
export async function updateRole(
  ctx: Context,
  { accountId, personId, role }: Membership & { readonly role: Role },
): Promise<void> {
  await ctx.db
    .updateTable('account_member')
    .set({ role })
    .where('account_id', '=', accountId)
    .where('person_id', '=', personId)
    .execute();
}

/** Removes a member. */
export async function deleteMember(
  ctx: Context,
  { accountId, personId }: Membership,
): Promise<void> {
  await ctx.db
    .deleteFrom('account_member')
    .where('account_id', '=', accountId)
    .where('person_id', '=', personId)
    .execute();
}

/** An account that a person is a member of. */
export interface OwnAccount {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** The accounts of a person up to a limit, in the order in which they joined; only this one where one is named. */
export async function findAccountsOfPerson(
  ctx: Context,
  asked: { readonly personId: string; readonly accountId?: string; readonly limit: number },
): Promise<readonly OwnAccount[]> {
  const { personId, accountId, limit } = asked;
  const rows = await ctx.db
    .selectFrom('account_member as member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select(['account.id', 'account.name', 'member.role'])
    .where('member.person_id', '=', personId)
    .$if(accountId !== undefined, (query) => query.where('account.id', '=', accountId ?? ''))
    .orderBy('member.created_at')
    .orderBy('account.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, role: roleOf(row.role) }));
}

/** What an account is called, which its members and those whom they invite see. */
export async function findAccountName(ctx: Context, accountId: string): Promise<string> {
  const { name } = await ctx.db
    .selectFrom('account')
    .select('name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return name;
}

/** Gives an account another name. */
export async function updateAccountName(
  ctx: Context,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await ctx.db.updateTable('account').set({ name }).where('id', '=', id).execute();
}

/** A way in which a person signs in. */
export interface KnownLogin {
  readonly id: string;
  readonly personId: string;
  readonly kind: 'wallet' | 'email';
  /** The wallet's address as its chain shows it, or the email address. */
  readonly text: string;
  readonly family: ChainFamily | null;
  readonly createdAt: Date;
}

/** How people sign in, the oldest ways first. */
export async function findLoginsOf(
  ctx: Context,
  personIds: readonly string[],
): Promise<readonly KnownLogin[]> {
  const { rows } = await sql<LoginRow>`
    select id, person_id, address as text, family, true as "isWallet", created_at from wallet_login
    where person_id = ${anyOf(personIds)}
    union all
    select id, person_id, email, null, false, created_at from email_login
    where person_id = ${anyOf(personIds)}
    order by created_at, id`.execute(ctx.db);
  return rows.map(({ person_id: personId, created_at: createdAt, family, isWallet, ...row }) => ({
    ...row,
    personId,
    createdAt,
    kind: isWallet ? 'wallet' : 'email',
    family: family !== null && isChainFamily(family) ? family : null,
  }));
}

interface LoginRow {
  readonly id: string;
  readonly person_id: string;
  readonly text: string;
  readonly family: string | null;
  readonly isWallet: boolean;
  readonly created_at: Date;
}

/** A role as it is stored. */
export function roleOf(text: string): Role {
  invariant(isRole(text), `"${text}" is a role`);
  return text;
}
