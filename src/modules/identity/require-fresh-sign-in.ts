import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { endOfFreshness } from './model/second-factor.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { findSessionById } from './store/sessions.ts';

/** Who may change their second factors now. */
export interface FreshlySignedIn {
  readonly accountId: string;
  readonly sessionId: string;
  readonly personId: string;
  readonly email: string;
}

/**
 * Whose session was opened with a password, and with the second factor where there is one, a moment ago.
 *
 * Refuses (403) the session of a wallet, which has no second factor, and one that was opened more than ten minutes ago:
 * an open page is no proof of who sits before it.
 */
export async function requireFreshSignIn(ctx: Context): Promise<FreshlySignedIn> {
  const { accountId, sessionId, personId } = sessionOfActor(ctx);
  const session = await findSessionById(ctx, { accountId, sessionId });
  if (session === undefined || session.kind !== 'email') throw passwordSessionRequired();
  if (endOfFreshness(session.createdAt) <= ctx.now()) throw freshSignInRequired();
  return { accountId, sessionId, personId, email: session.login };
}

/** 403: a wallet's signature is a proof that needs no second one. */
export function passwordSessionRequired(): Refusal {
  const message = 'Sign in with a password: a wallet has no second factor';
  return new Refusal('password_session_required', 403, message);
}

/** 403: a session that is too old for this. */
export function freshSignInRequired(): Refusal {
  const message = 'Sign in again: this needs a sign-in of the last ten minutes';
  return new Refusal('fresh_sign_in_required', 403, message);
}
