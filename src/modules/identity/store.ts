import type { Insertable } from 'kysely';
import { isChainFamily } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type {
  AccountTable,
  EmailLoginTable,
  SessionTable,
  WalletLoginTable,
} from '#platform/db/tables.generated.ts';
import type { SignedIn } from '#platform/http/actor.ts';
import type { SessionKind } from './model/session-life.ts';

/** Adds an account. */
export async function insertAccount(ctx: Context, row: Insertable<AccountTable>): Promise<void> {
  await ctx.db.insertInto('account').values(row).execute();
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

/** Which account a wallet opens, if it opens one. */
export async function findWalletLogin(
  ctx: Context,
  address: string,
): Promise<{ readonly id: string; readonly accountId: string } | undefined> {
  return await ctx.db
    .selectFrom('wallet_login')
    .select(['id', 'account_id as accountId'])
    .where('address', '=', address)
    .executeTakeFirst();
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

/** Adds a session, and apart from it where its holder was. */
export async function insertSession(ctx: Context, row: Insertable<SessionTable>): Promise<void> {
  await ctx.db.insertInto('session').values(row).execute();
  if (ctx.place === undefined) return;
  const { ip, userAgent } = ctx.place;
  await ctx.db
    .insertInto('session_place')
    .values({ session_id: row.id, ip_address: ip, user_agent: userAgent ?? null })
    .execute();
}

/** A session as its owner sees it. */
export interface KnownSession {
  readonly id: string;
  readonly kind: SessionKind;
  /** The wallet or the email address that opened it. */
  readonly login: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  /** Null where it was erased. */
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** Which sessions of an account are looked for. */
interface SessionsWanted {
  readonly accountId: string;
  readonly limit: number;
  /** See `idleSince`. */
  readonly idleSince: Date;
}

/** The sessions of an account that live, newest first. */
export async function findSessions(
  ctx: Context,
  { accountId, limit, idleSince }: SessionsWanted,
): Promise<readonly KnownSession[]> {
  const rows = await ctx.db
    .selectFrom('session')
    .leftJoin('wallet_login as wallet', 'wallet.id', 'session.wallet_login_id')
    .leftJoin('email_login as email', 'email.id', 'session.email_login_id')
    .leftJoin('session_place as place', 'place.session_id', 'session.id')
    .select([
      'session.id',
      'wallet.address',
      'email.email',
      'session.created_at as createdAt',
      'session.last_seen_at as lastSeenAt',
      'session.expires_at as expiresAt',
      'place.ip_address as ipAddress',
      'place.user_agent as userAgent',
    ])
    .where('session.account_id', '=', accountId)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', ctx.now())
    .where((is) =>
      is.or([is('session.kind', '=', 'email'), is('session.last_seen_at', '>', idleSince)]),
    )
    .orderBy('session.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ address, email, ...row }) => ({
    ...row,
    kind: address === null ? 'email' : 'wallet',
    login: address ?? email ?? '',
  }));
}

/** Ends a session of an account; false when there is none of this id that still lives. */
export async function endSessionRow(
  ctx: Context,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
): Promise<boolean> {
  const ended = await ctx.db
    .updateTable('session')
    .set({ ended_at: ctx.now() })
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends the session with this token's hash, and tells whose it was; undefined when none lives. */
export async function endSessionOf(
  ctx: Context,
  tokenHash: Buffer,
): Promise<{ readonly id: string; readonly accountId: string } | undefined> {
  return await ctx.db
    .updateTable('session')
    .set({ ended_at: ctx.now() })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .returning(['id', 'account_id as accountId'])
    .executeTakeFirst();
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
