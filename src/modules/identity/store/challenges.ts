import { type Insertable, sql } from 'kysely';
import { type ChainFamily, isChainFamily } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { WalletChallengeTable } from '#platform/db/tables.generated.ts';

/** Adds a challenge that can be answered once. */
export async function insertChallenge(
  ctx: Context,
  row: Insertable<WalletChallengeTable>,
): Promise<void> {
  await ctx.db.insertInto('wallet_challenge').values(row).execute();
}

/** The message that a wallet must sign. */
export interface Challenge {
  readonly family: ChainFamily;
  readonly address: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly message: string;
}

/** The session whose person a wallet is to be linked to; nobody's is a challenge to sign in with. */
interface Linking {
  readonly sessionId: string;
  readonly personId: string;
}

/**
 * Uses a challenge up. Undefined when there is none of this id, it is used or expired, or it is for something else: to sign in, or for
 * another session or person.
 */
export async function consumeChallenge(
  ctx: Context,
  id: string,
  linking?: Linking,
): Promise<Challenge | undefined> {
  const row = await ctx.db
    .updateTable('wallet_challenge')
    .set({ consumed_at: ctx.now() })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .where('linking_session_id', 'is not distinct from', linking?.sessionId ?? null)
    .where('linking_person_id', 'is not distinct from', linking?.personId ?? null)
    .returning(['family', 'address', 'chain_id', 'nonce', 'message'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { family, address, nonce, message } = row;
  invariant(isChainFamily(family), `challenge ${id} is for a wallet of a known kind`);
  return { family, address, chainId: Number(row.chain_id), nonce, message };
}

/** Removes up to `limit` challenges that expired at `until` or before, and returns how many. */
export async function deleteChallenges(ctx: Context, until: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from wallet_challenge where id = any (array(
      select id from wallet_challenge where expires_at <= ${until}
      order by expires_at limit ${limit} for update skip locked
    ))`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
