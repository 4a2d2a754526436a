import type { Context } from '#context.ts';
import { hashSecret } from '#kit/secret.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { notAMember } from './check-still-member.ts';
import { endSession } from './end-session.ts';
import { makeSessionToken } from './model/session-token.ts';
import type { OpenedSession } from './open-session.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { setAccountOfLogin } from './store/logins.ts';
import { findRoleOfLogin } from './store/members.ts';
import { copySession } from './store/sessions.ts';

/**
 * Opens a session in another account of the caller's person and ends the calling one, in one transaction. It is the same sign-in, so it ends when that
 * would have ended, and the next sign-in opens this account.
 */
export async function openInAccount(ctx: Context, accountId: string): Promise<OpenedSession> {
  const left = sessionOfActor(ctx);
  const { loginId, wallet } = left;
  const token = makeSessionToken(ctx.random);
  const id = ctx.newOrderedId();
  const member = await findRoleOfLogin(ctx, { accountId, loginId });
  if (member === undefined) throw notAMember();
  const row = { id, account_id: accountId, token_hash: hashSecret(token) };
  const { kind, expiresAt } = await copySession(ctx, { from: left.sessionId, ...row });
  await setAccountOfLogin(ctx, { loginId, accountId });
  const actor = {
    kind: 'session',
    sessionId: id,
    accountId,
    loginId,
    wallet,
    ...member,
  } as const;
  const entered: Context = { ...ctx, actor };
  await recordAudit(entered, {
    accountId,
    action: 'session.opened',
    object: { kind: 'session', id },
    details: { by: kind, isSwitch: true },
  });
  await endSession(ctx, left);
  return { token, expiresAt };
}
