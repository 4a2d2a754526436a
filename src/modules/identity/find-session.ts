import type { Context } from '#context.ts';
import type { SignedIn } from '#kit/actor.ts';
import { hashSecret } from '#kit/secret.ts';
import { accountBlocked } from '#platform/http/authentication-errors.ts';
import { hasIdledOut, isSeenDue } from './model/session-life.ts';
import { isSessionToken } from './model/session-token.ts';
import { findLiveSession, noteSeen } from './store/sessions.ts';

/**
 * Who carries this session token, or undefined when it is unknown or its session was ended, idled
 * out or came to the end of its life. Being used keeps a wallet's session from idling out. Refuses (403) one of a
 * blocked account.
 */
export async function findSession(ctx: Context, raw: string): Promise<SignedIn | undefined> {
  if (!isSessionToken(raw)) return undefined;
  const found = await findLiveSession(ctx, hashSecret(raw));
  if (found === undefined || hasIdledOut(found.kind, found.lastSeenAt, ctx.now())) return undefined;
  if (isSeenDue(found.lastSeenAt, ctx.now())) await noteSeen(ctx, found.signedIn.sessionId);
  const { kind, signedIn, hasSecondFactor } = found;
  if (found.isBlocked) throw accountBlocked();
  const mustAdd = ctx.settings.secondFactor === 'required' && kind === 'email' && !hasSecondFactor;
  return {
    ...signedIn,
    isStrong: kind === 'wallet' || hasSecondFactor,
    ...(mustAdd && { mustAddSecondFactor: true }),
  };
}
