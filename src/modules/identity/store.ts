import { type Insertable, sql } from 'kysely';
import { type ChainFamily, isChainFamily } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import type { SignedIn } from '#kit/actor.ts';
import { invariant } from '#kit/failure.ts';
import type {
  AccountTable,
  EmailLoginTable,
  SessionTable,
  WalletChallengeTable,
  WalletLoginTable,
} from '#platform/db/tables.generated.ts';
import type { SessionKind } from './model/session-life.ts';

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
}

/** Which account a wallet opens, if it opens one. */
export async function findWalletLogin(
  ctx: Context,
  address: string,
): Promise<WalletLogin | undefined> {
  return await ctx.db
    .selectFrom('wallet_login')
    .select(['id', 'account_id as accountId'])
    .where('address', '=', address)
    .executeTakeFirst();
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

/** The account that an email address opens, and what is kept of its password. */
export async function findEmailLogin(
  ctx: Context,
  emailKey: string,
): Promise<
  { readonly id: string; readonly accountId: string; readonly passwordHash: string } | undefined
> {
  return await ctx.db
    .selectFrom('email_login')
    .select(['id', 'account_id as accountId', 'password_hash as passwordHash'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
}

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

/** Uses a challenge up. Undefined when there is none of this id, or it is used or expired. */
export async function consumeChallenge(ctx: Context, id: string): Promise<Challenge | undefined> {
  const row = await ctx.db
    .updateTable('wallet_challenge')
    .set({ consumed_at: ctx.now() })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', ctx.now())
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

/** Removes up to `limit` sessions whose life ended at `until` or before, and returns how many. */
export async function deleteSessions(ctx: Context, until: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from session where id = any (array(
      select id from session where expires_at <= ${until}
      order by expires_at limit ${limit} for update skip locked
    ))`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}

/** Adds a session, and apart from it where its holder was. */
export async function insertSession(ctx: Context, row: Insertable<SessionTable>): Promise<void> {
  await ctx.db.insertInto('session').values(row).execute();
  if (ctx.requestMetadata === undefined) return;
  const { ip, userAgent } = ctx.requestMetadata;
  await ctx.db
    .insertInto('session_metadata')
    .values({ session_id: row.id, ip_address: ip, user_agent: userAgent ?? null })
    .execute();
}

/** A session as its owner sees it. */
export interface KnownSession {
  readonly id: string;
  readonly kind: SessionKind;
  /** The wallet or the email address that opened it. */
  readonly login: string;
  readonly walletFamily: ChainFamily | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  /** Null where it was erased. */
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** Which sessions of an account to read. */
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
  const rows = await sessionsWithLogins(ctx)
    .where('session.account_id', '=', accountId)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', ctx.now())
    .where((is) =>
      is.or([is('session.kind', '=', 'email'), is('session.last_seen_at', '>', idleSince)]),
    )
    .orderBy('session.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(knownSession);
}

/** A session of an account, also one that is over. */
export async function findSessionById(
  ctx: Context,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
): Promise<KnownSession | undefined> {
  const row = await sessionsWithLogins(ctx)
    .where('session.account_id', '=', accountId)
    .where('session.id', '=', sessionId)
    .executeTakeFirst();
  return row === undefined ? undefined : knownSession(row);
}

function sessionsWithLogins(ctx: Context) {
  return ctx.db
    .selectFrom('session')
    .leftJoin('wallet_login as wallet', 'wallet.id', 'session.wallet_login_id')
    .leftJoin('email_login as email', 'email.id', 'session.email_login_id')
    .leftJoin('session_metadata as place', 'place.session_id', 'session.id')
    .select([
      'session.id',
      'wallet.address',
      'wallet.family',
      'email.email',
      'session.created_at as createdAt',
      'session.last_seen_at as lastSeenAt',
      'session.expires_at as expiresAt',
      'place.ip_address as ipAddress',
      'place.user_agent as userAgent',
    ]);
}

type SessionRow = Awaited<
  ReturnType<ReturnType<typeof sessionsWithLogins>['executeTakeFirstOrThrow']>
>;

function knownSession({ address, family, email, ...row }: SessionRow): KnownSession {
  return {
    ...row,
    kind: address === null ? 'email' : 'wallet',
    walletFamily: family !== null && isChainFamily(family) ? family : null,
    login: address ?? email ?? '',
  };
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

/** Ends the session with this token's hash, and returns whose it was; undefined without a live one. */
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
      'wallet.contract_chain_id as contractChainId',
    ])
    .where('session.token_hash', '=', tokenHash)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', ctx.now())
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const loginId = row.wallet_login_id ?? row.email_login_id;
  invariant(loginId !== null, `session ${row.id} was opened by somebody`);
  const { address, contractChainId } = row;
  const family = row.family ?? '';
  const onChain = contractChainId !== null && { contractChainId: Number(contractChainId) };
  const wallet =
    address === null || !isChainFamily(family) ? undefined : { family, address, ...onChain };
  return {
    kind: wallet === undefined ? 'email' : 'wallet',
    lastSeenAt: row.last_seen_at,
    signedIn: { accountId: row.account_id, sessionId: row.id, loginId, wallet },
  };
}

/**
 * Stores that a session was used now. A row that another call has locked is skipped: that one stores
 * the same, and no call ever waits for this.
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
