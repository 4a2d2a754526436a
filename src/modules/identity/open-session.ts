import type { Context } from '#context.ts';
import type { SignedIn } from '#kit/actor.ts';
import { hashSecret } from '#kit/secret.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { accountBlocked } from '#platform/http/authentication-errors.ts';
import { accountToOpen } from './account-to-open.ts';
import { notAMember } from './check-still-member.ts';
import type { SecondFactorMethod } from './model/second-factor.ts';
import { endOfLife } from './model/session-life.ts';
import { isSessionToken, makeSessionToken } from './model/session-token.ts';
import { isAccountBlocked } from './store/administration.ts';
import { findRoleOfLogin } from './store/members.ts';
import { endSessionOf, insertSession } from './store/sessions.ts';

/** A session that was just opened, and its token, which is returned only here. */
export interface OpenedSession {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Who has proven to be whom. */
export interface Proven extends Pick<SignedIn, 'accountId' | 'loginId' | 'wallet'> {
  /** What was proven beside a password; undefined for nothing. */
  readonly secondFactor?: SecondFactorMethod | undefined;
}

/**
 * Opens a session with a token of its own, for a user whose proof was checked. The session that
 * came along, if one did, ends: a new sign-in leaves no earlier session open.
 */
export async function openSession(ctx: Context, proven: Proven): Promise<OpenedSession> {
  const { loginId, wallet, secondFactor } = proven;
  const kind = wallet === undefined ? 'email' : 'wallet';
  const token = makeSessionToken(ctx.random);
  const now = ctx.now();
  const expiresAt = endOfLife(kind, now);
  const id = ctx.newOrderedId();
  await transact(ctx, async (ctx) => {
    const accountId = await accountToOpen(ctx, proven);
    const member = await findRoleOfLogin(ctx, { accountId, loginId });
    if (member === undefined) throw notAMember();
    if (await isAccountBlocked(ctx, accountId)) throw accountBlocked();
    const actor = {
      kind: 'session',
      sessionId: id,
      accountId,
      loginId,
      wallet,
      ...member,
    } as const;
    const signedIn: Context = { ...ctx, actor };
    await insertSession(ctx, {
      id,
      account_id: accountId,
      kind,
      wallet_login_id: kind === 'wallet' ? loginId : null,
      email_login_id: kind === 'email' ? loginId : null,
      token_hash: hashSecret(token),
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      second_factor_at: secondFactor === undefined ? null : now,
    });
    await recordAudit(signedIn, {
      accountId,
      action: 'session.opened',
      object: { kind: 'session', id },
      details: { by: kind, ...(secondFactor !== undefined && { secondFactor }) },
    });
    await leaveSession(ctx);
  });
  return { token, expiresAt };
}

/** Ends the session that the call carries. */
async function leaveSession(ctx: Context): Promise<void> {
  const left = ctx.requestMetadata?.sessionToken;
  if (left === undefined || !isSessionToken(left)) return;
  const ended = await endSessionOf(ctx, hashSecret(left));
  if (ended === undefined) return;
  const { id, accountId } = ended;
  await recordAudit(ctx, { accountId, action: 'session.ended', object: { kind: 'session', id } });
}
