import { type Insertable, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { PendingSignInTable } from '#platform/db/tables.generated.ts';

/** Adds a sign-in that waits for its second factor. */
export async function insertPendingSignIn(
  ctx: Context,
  row: Insertable<PendingSignInTable>,
): Promise<void> {
  await ctx.db.insertInto('pending_sign_in').values(row).execute();
}

/** A sign-in whose password was right. */
export interface PendingSignIn {
  readonly id: string;
  readonly accountId: string;
  readonly personId: string;
  readonly loginId: string;
  /** How often its second factor was tried. */
  readonly attempts: number;
}

const COLUMNS = [
  'id',
  'account_id as accountId',
  'person_id as personId',
  'email_login_id as loginId',
  'attempts',
] as const;

/** The sign-in with this token's hash; undefined when there is none, or it is over. */
export async function findPendingSignIn(
  ctx: Context,
  tokenHash: Buffer,
): Promise<PendingSignIn | undefined> {
  return await ctx.db
    .selectFrom('pending_sign_in')
    .select(COLUMNS)
    .where('token_hash', '=', tokenHash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst();
}

/** Counts one attempt at the second factor; undefined when there is no such sign-in, or it has had all of them. */
export async function takeAttemptOfSignIn(
  ctx: Context,
  { tokenHash, attemptsMax }: { readonly tokenHash: Buffer; readonly attemptsMax: number },
): Promise<PendingSignIn | undefined> {
  return await ctx.db
    .updateTable('pending_sign_in')
    .set({ attempts: sql`attempts + 1` })
    .where('token_hash', '=', tokenHash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .where('attempts', '<', attemptsMax)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Uses a sign-in up; false where another call did. */
export async function consumePendingSignIn(ctx: Context, id: string): Promise<boolean> {
  const consumed = await ctx.db
    .updateTable('pending_sign_in')
    .set({ consumed_at: ctx.now() })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return consumed !== undefined;
}

/** Ends all sign-ins of a person that wait for a second factor. */
export async function deletePendingSignInsOf(ctx: Context, personId: string): Promise<void> {
  await ctx.db.deleteFrom('pending_sign_in').where('person_id', '=', personId).execute();
}

/** Removes up to `limit` sign-ins that ended at `until` or before, and returns how many. */
export async function deletePendingSignIns(
  ctx: Context,
  until: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from pending_sign_in where id = any (array(
      select id from pending_sign_in where expires_at <= ${until}
      order by expires_at limit ${limit} for update skip locked
    ))`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
