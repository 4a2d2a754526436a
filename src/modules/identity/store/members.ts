import type { Insertable } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { isRole, type Role } from '#kit/role.ts';
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

/** A role as it is stored. */
export function roleOf(text: string): Role {
  invariant(isRole(text), `"${text}" is a role`);
  return text;
}
