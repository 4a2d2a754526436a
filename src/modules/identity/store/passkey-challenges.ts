import { type Insertable, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { PasskeyChallengeTable } from '#platform/db/tables.generated.ts';

/** What a passkey signs for. */
export type PasskeyPurpose = 'addition' | 'sign_in';

/** Adds what a passkey must sign, once. */
export async function insertPasskeyChallenge(
  ctx: Context,
  row: Insertable<PasskeyChallengeTable> & { readonly purpose: PasskeyPurpose },
): Promise<void> {
  await ctx.db.insertInto('passkey_challenge').values(row).execute();
}

interface ChallengeWanted {
  readonly id: string;
  readonly personId: string;
  readonly purpose: PasskeyPurpose;
}

/** Uses a challenge of a person up. Undefined when there is none of this id and purpose, or it is used or expired. */
export async function consumePasskeyChallenge(
  ctx: Context,
  { id, personId, purpose }: ChallengeWanted,
): Promise<string | undefined> {
  const row = await ctx.db
    .updateTable('passkey_challenge')
    .set({ consumed_at: ctx.now() })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('purpose', '=', purpose)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .returning('challenge')
    .executeTakeFirst();
  return row?.challenge;
}

/** Removes up to `limit` challenges that expired at `until` or before, and returns how many. */
export async function deletePasskeyChallenges(
  ctx: Context,
  until: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from passkey_challenge where id = any (array(
      select id from passkey_challenge where expires_at <= ${until}
      order by expires_at limit ${limit} for update skip locked
    ))`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
