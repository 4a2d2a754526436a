import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { passkeyCreationOptions } from './check-passkey.ts';
import { PASSKEY_CHALLENGE_BYTES } from './create-sign-in-passkey-challenge.ts';
import { endOfPasskeyChallenge, PASSKEYS_MAX } from './model/second-factor.ts';
import { requireFreshSignIn } from './require-fresh-sign-in.ts';
import { insertPasskeyChallenge } from './store/passkey-challenges.ts';
import { findPasskeys } from './store/second-factors.ts';

/**
 * What a browser needs to make a passkey, once and within five minutes.
 *
 * Refuses (400) more passkeys than a person needs, or an installation without dashboard, and (403) as
 * `requireFreshSignIn`.
 */
export async function createPasskeyChallenge(ctx: Context) {
  const { personId, email } = await requireFreshSignIn(ctx);
  const known = await findPasskeys(ctx, personId);
  if (known.length >= PASSKEYS_MAX) throw tooManyPasskeys();
  const challenge = ctx.random(PASSKEY_CHALLENGE_BYTES);
  const person = { id: personId, name: email };
  const options = await passkeyCreationOptions(ctx, { challenge, person, known });
  const challengeId = ctx.newId();
  const now = ctx.now();
  await insertPasskeyChallenge(ctx, {
    id: challengeId,
    person_id: personId,
    purpose: 'addition',
    challenge: options.challenge,
    created_at: now,
    expires_at: endOfPasskeyChallenge(now),
  });
  return { challengeId, options };
}

/** 400: more passkeys than a person carries. */
export function tooManyPasskeys(): Refusal {
  const message = `You have ${PASSKEYS_MAX} passkeys, the most there can be; remove one first`;
  return new Refusal('too_many_passkeys', 400, message);
}
