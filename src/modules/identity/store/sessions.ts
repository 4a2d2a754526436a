import { type Insertable, sql } from 'kysely';
import { type ChainFamily, isChainFamily } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import type { SignedIn } from '#kit/actor.ts';
import { invariant } from '#kit/failure.ts';
import type { Role } from '#kit/role.ts';
import type { SessionTable } from '#platform/db/tables.generated.ts';
import type { SessionKind } from '../model/session-life.ts';
import { roleOf } from './members.ts';

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
  readonly personId: string;
  /** What this person is in the account now; null for nobody of it. */
  readonly role: Role | null;
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
  /** Only those of this person, where one is named. */
  readonly personId?: string | undefined;
  readonly limit: number;
  /** See `idleSince`. */
  readonly idleSince: Date;
}

/** The sessions of an account that live, newest first. */
export async function findSessions(
  ctx: Context,
  { accountId, personId, limit, idleSince }: SessionsWanted,
): Promise<readonly KnownSession[]> {
  const rows = await sessionsWithLogins(ctx)
    .where('session.account_id', '=', accountId)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', ctx.now())
    .where((is) =>
      is.or([is('session.kind', '=', 'email'), is('session.last_seen_at', '>', idleSince)]),
    )
    .$if(personId !== undefined, (query) =>
      query.where(sql`coalesce(wallet.person_id, email.person_id)`, '=', personId),
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
    .leftJoin('account_member as member', (join) =>
      join
        .onRef('member.account_id', '=', 'session.account_id')
        .on('member.person_id', '=', sql`coalesce(wallet.person_id, email.person_id)`),
    )
    .select([
      'member.role',
      sql<string>`coalesce(wallet.person_id, email.person_id)`.as('personId'),
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

function knownSession({ address, family, email, role, ...row }: SessionRow): KnownSession {
  return {
    ...row,
    role: role === null ? null : roleOf(role),
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
  /** Whether a second factor was proven in it. */
  readonly hasSecondFactor: boolean;
  /** Whether an operator has blocked its account. */
  readonly isBlocked: boolean;
  readonly signedIn: SignedIn;
}

/**
 * The session with this token's hash, unless it was ended, has come to the end of its life, or its person is no
 * longer a member of the account.
 */
export async function findLiveSession(
  ctx: Context,
  tokenHash: Buffer,
): Promise<LiveSession | undefined> {
  const row = await ctx.db
    .selectFrom('session')
    .leftJoin('wallet_login as wallet', 'wallet.id', 'session.wallet_login_id')
    .leftJoin('email_login as email', 'email.id', 'session.email_login_id')
    .innerJoin('account_member as member', (join) =>
      join
        .onRef('member.account_id', '=', 'session.account_id')
        .on('member.person_id', '=', sql`coalesce(wallet.person_id, email.person_id)`),
    )
    .leftJoin('administrator', 'administrator.person_id', 'member.person_id')
    .leftJoin('account_block as block', 'block.account_id', 'session.account_id')
    .select([
      'session.id',
      'session.account_id',
      'block.account_id as blocked',
      'administrator.person_id as administrator',
      'member.person_id as personId',
      'member.role',
      'session.last_seen_at',
      'session.wallet_login_id',
      'session.email_login_id',
      'session.second_factor_at',
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
    hasSecondFactor: row.second_factor_at !== null,
    isBlocked: row.blocked !== null,
    signedIn: {
      accountId: row.account_id,
      sessionId: row.id,
      loginId,
      personId: row.personId,
      role: roleOf(row.role),
      wallet,
      ...(row.administrator !== null && { isAdministrator: true }),
    },
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

/** Stores that the person of a session has proven a second factor now. */
export async function noteSecondFactor(ctx: Context, sessionId: string): Promise<void> {
  await ctx.db
    .updateTable('session')
    .set({ second_factor_at: ctx.now() })
    .where('id', '=', sessionId)
    .execute();
}

/** Ends the sessions that a person's password has opened without a second factor, and returns them. */
export async function endSessionsWithoutSecondFactor(
  ctx: Context,
  personId: string,
): Promise<readonly EndedSession[]> {
  return await endingPasswordSessions(ctx, personId)
    .where('second_factor_at', 'is', null)
    .execute();
}

/** Ends all sessions that a person's password has opened, and returns them. */
export async function endPasswordSessions(
  ctx: Context,
  personId: string,
): Promise<readonly EndedSession[]> {
  return await endingPasswordSessions(ctx, personId).execute();
}

interface EndedSession {
  readonly id: string;
  readonly accountId: string;
}

function endingPasswordSessions(ctx: Context, personId: string) {
  return ctx.db
    .updateTable('session')
    .set({ ended_at: ctx.now() })
    .where('email_login_id', 'in', (query) =>
      query.selectFrom('email_login').select('id').where('person_id', '=', personId),
    )
    .where('ended_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .returning(['id', 'account_id as accountId']);
}

/** Ends the sessions of a person in an account that live, and returns how many. */
export async function endSessionsOfPerson(
  ctx: Context,
  { accountId, personId }: { readonly accountId: string; readonly personId: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update session set ended_at = ${ctx.now()}
    where account_id = ${accountId} and ended_at is null and expires_at > ${ctx.now()}
      and (wallet_login_id in (select id from wallet_login where person_id = ${personId})
        or email_login_id in (select id from email_login where person_id = ${personId}))
    `.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}

/** Adds a session of the same sign-in in another account: it ends when that one would have ended. */
export async function copySession(
  ctx: Context,
  {
    from,
    ...row
  }: { readonly from: string } & Pick<Insertable<SessionTable>, 'id' | 'account_id' | 'token_hash'>,
): Promise<{ readonly kind: SessionKind; readonly expiresAt: Date }> {
  const source = await ctx.db
    .selectFrom('session')
    .select([
      'kind',
      'wallet_login_id',
      'email_login_id',
      'created_at',
      'expires_at',
      'second_factor_at',
    ])
    .where('id', '=', from)
    .executeTakeFirstOrThrow();
  await insertSession(ctx, {
    ...row,
    // When it was proven who this is stays as it was.
    ...source,
    last_seen_at: ctx.now(),
  });
  return {
    kind: source.wallet_login_id === null ? 'email' : 'wallet',
    expiresAt: source.expires_at,
  };
}
