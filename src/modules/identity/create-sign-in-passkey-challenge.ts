import type { Context } from '#context.ts';
import { hashSecret } from '#kit/secret.ts';
import { passkeyRequestOptions } from './check-passkey.ts';
import { countAttemptOfCaller } from './count-attempt.ts';
import { endOfPasskeyChallenge } from './model/second-factor.ts';
import { isSessionToken } from './model/session-token.ts';
import { insertPasskeyChallenge } from './store/passkey-challenges.ts';
import { findPendingSignIn } from './store/pending-sign-ins.ts';
import { findPasskeys } from './store/second-factors.ts';
import { signInNotValid } from './verify-second-factor.ts';

/** 256 bits, more than WebAuthn asks for. */
export const PASSKEY_CHALLENGE_BYTES = 32;

/** An estimate, as for the challenges of wallets. */
const PER_CALLER = { name: 'passkey_caller', attempts: 30, windowSeconds: 300 };

/**
 * What a passkey must sign to finish a sign-in whose password was right, once and within five minutes.
 *
 * Refuses (400) a sign-in that is unknown, used, expired, or whose person has no passkey, and (429) more challenges than
 * people need.
 */
export async function createSignInPasskeyChallenge(
  ctx: Context,
  { token }: { readonly token: string },
) {
  await countAttemptOfCaller(ctx, PER_CALLER);
  const pending = isSessionToken(token)
    ? await findPendingSignIn(ctx, hashSecret(token))
    : undefined;
  const known = pending === undefined ? [] : await findPasskeys(ctx, pending.personId);
  if (pending === undefined || known.length === 0) throw signInNotValid();
  const challenge = ctx.random(PASSKEY_CHALLENGE_BYTES);
  const options = await passkeyRequestOptions(ctx, { challenge, known });
  const challengeId = ctx.newId();
  const now = ctx.now();
  await insertPasskeyChallenge(ctx, {
    id: challengeId,
    person_id: pending.personId,
    purpose: 'sign_in',
    challenge: options.challenge,
    created_at: now,
    expires_at: endOfPasskeyChallenge(now),
  });
  return { challengeId, options };
}
