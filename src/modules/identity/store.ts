import type { Insertable } from 'kysely';
import { isChainFamily } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { AccountTable } from '#platform/db/tables.generated.ts';
import type { SignedIn } from '#platform/http/actor.ts';
import type { SessionKind } from './model/session-life.ts';

/** Adds an account. */
export async function insertAccount(ctx: Context, row: Insertable<AccountTable>): Promise<void> {
  await ctx.db.insertInto('account').values(row).execute();
}

/** A session that was not ended and has not come to the end of its life. */
interface LiveSession {
  readonly kind: SessionKind;
  readonly lastSeenAt: Date;
  readonly signedIn: SignedIn;
}

/** The session with this token's hash, unless it was ended or has come to the end of its life. */
export async function findLiveSession(
  ctx: Context,
  tokenHash: Buffer,
): Promise<LiveSession | undefined> {
  const row = await ctx.db
    .selectFrom('session')
    .leftJoin('wallet_login as wallet', 'wallet.id', 'session.wallet_login_id')
    .select([
      'session.id',
      'session.account_id',
      'session.last_seen_at',
      'session.wallet_login_id',
      'session.email_login_id',
      'wallet.family',
      'wallet.address',
    ])
    .where('session.token_hash', '=', tokenHash)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', ctx.now())
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const loginId = row.wallet_login_id ?? row.email_login_id;
  invariant(loginId !== null, `session ${row.id} was opened by somebody`);
  const { address } = row;
  const family = row.family ?? '';
  const wallet = address === null || !isChainFamily(family) ? undefined : { family, address };
  return {
    kind: wallet === undefined ? 'email' : 'wallet',
    lastSeenAt: row.last_seen_at,
    signedIn: { accountId: row.account_id, sessionId: row.id, loginId, wallet },
  };
}

/**
 * Notes that a session was used just now. A row that another call holds is skipped: that one notes
 * the same, and noting a use never makes anybody wait.
 */
export async function noteSeen(ctx: Context, sessionId: string): Promise<void> {
  await ctx.db
    .updateTable('session')
    .set({ last_seen_at: ctx.now() })
    .where('id', 'in', (query) =>
      query.selectFrom('session').select('id').where('id', '=', sessionId).forUpdate().skipLocked(),
    )
    .execute();
}
