import { type Insertable, sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { isRole, type Role } from '#kit/role.ts';
import type { MemberInvitationTable } from '#platform/db/tables.generated.ts';

/** An invitation that nobody accepted, without what opens anything. */
export interface OpenInvitation {
  readonly id: string;
  readonly accountId: string;
  readonly role: Role;
  readonly label: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Adds an invitation. */
export async function insertInvitation(
  ctx: Context,
  row: Insertable<MemberInvitationTable>,
): Promise<void> {
  await ctx.db.insertInto('member_invitation').values(row).execute();
}

/** The invitations of an account that can be accepted, newest first. */
export async function findOpenInvitations(
  ctx: Context,
  { accountId, limit }: { readonly accountId: string; readonly limit: number },
): Promise<readonly OpenInvitation[]> {
  const rows = await openInvitations(ctx)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(openInvitation);
}

/** How many invitations of an account can be accepted. */
export async function countOpenInvitations(ctx: Context, accountId: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('member_invitation')
    .select((query) => query.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The invitation with this hash of a token, if it can be accepted. */
export async function findInvitation(
  ctx: Context,
  tokenHash: Buffer,
): Promise<OpenInvitation | undefined> {
  const row = await openInvitations(ctx).where('token_hash', '=', tokenHash).executeTakeFirst();
  return row && openInvitation(row);
}

/** Uses an invitation up; false when it can no longer be accepted. */
export async function acceptInvitationRow(
  ctx: Context,
  { id, personId }: { readonly id: string; readonly personId: string },
): Promise<boolean> {
  const accepted = await ctx.db
    .updateTable('member_invitation')
    .set({ accepted_by: personId, accepted_at: ctx.now() })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .returning('id')
    .executeTakeFirst();
  return accepted !== undefined;
}

/** Revokes an invitation of an account; false when it has none of this id that can be accepted. */
export async function revokeInvitationRow(
  ctx: Context,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<boolean> {
  const revoked = await ctx.db
    .updateTable('member_invitation')
    .set({ revoked_at: ctx.now() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}

/** Revokes what a person invited to an account with and nobody accepted, and returns how many. */
export async function revokeInvitationsBy(
  ctx: Context,
  { accountId, personId }: { readonly accountId: string; readonly personId: string },
): Promise<number> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('member_invitation')
    .set({ revoked_at: ctx.now() })
    .where('account_id', '=', accountId)
    .where('created_by', '=', personId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Removes up to `limit` invitations that expired at `until` or before, and returns how many. */
export async function deleteInvitations(ctx: Context, until: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from member_invitation where id = any (array(
      select id from member_invitation where expires_at <= ${until}
      order by expires_at limit ${limit} for update skip locked
    ))`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}

function openInvitations(ctx: Context) {
  return ctx.db
    .selectFrom('member_invitation')
    .select([
      'id',
      'account_id as accountId',
      'role',
      'label',
      'created_by as createdBy',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.now());
}

function openInvitation({
  role,
  ...row
}: Omit<OpenInvitation, 'role'> & { readonly role: string }): OpenInvitation {
  invariant(isRole(role), `"${role}" is a role`);
  return { ...row, role };
}
