import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { type PasskeyRegistration, readNewPasskey } from './check-passkey.ts';
import { tooManyPasskeys } from './create-passkey-challenge.ts';
import { type AddedSecondFactor, keepSecondFactor } from './keep-second-factor.ts';
import { PASSKEYS_MAX } from './model/second-factor.ts';
import { requireFreshSignIn } from './require-fresh-sign-in.ts';
import { consumePasskeyChallenge } from './store/passkey-challenges.ts';
import { findPasskeys, insertPasskey, lockPerson } from './store/second-factors.ts';

/** What a browser made of a challenge, and how its owner calls it. */
export interface NewPasskey {
  readonly challengeId: string;
  readonly name: string;
  readonly response: PasskeyRegistration;
}

/**
 * Adds a passkey. The first second factor of a person brings recovery codes and ends the other sessions that a password
 * alone has opened.
 *
 * Refuses (400) a challenge that is unknown, used or expired, what is no passkey for it and for our page, one that is
 * added already, and (403) as `requireFreshSignIn`.
 */
export async function addPasskey(
  ctx: Context,
  { challengeId, name, response: answer }: NewPasskey,
): Promise<AddedSecondFactor> {
  const caller = await requireFreshSignIn(ctx);
  const { personId } = caller;
  const wanted = { id: challengeId, personId, purpose: 'addition' } as const;
  const challenge = await consumePasskeyChallenge(ctx, wanted);
  if (challenge === undefined) throw passkeyNotValid();
  const passkey = await readNewPasskey(ctx, { challenge, answer });
  if (passkey === undefined) throw passkeyNotValid();
  return await transact(ctx, async (ctx) => {
    await lockPerson(ctx, personId);
    if ((await findPasskeys(ctx, personId)).length >= PASSKEYS_MAX) throw tooManyPasskeys();
    const id = ctx.newId();
    const isNew = await insertPasskey(ctx, {
      id,
      person_id: personId,
      name,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: BigInt(passkey.counter),
      transports: [...passkey.transports],
      created_at: ctx.now(),
    });
    if (!isNew) throw passkeyTaken();
    return await keepSecondFactor(ctx, { ...caller, id });
  });
}

/** 400: no passkey for a challenge that is open, for whatever reason. */
export function passkeyNotValid(): Refusal {
  const message = 'This is no new passkey for an open challenge of this page; ask for a new one';
  return new Refusal('passkey_not_valid', 400, message);
}

/** 400: a passkey that is added already. */
export function passkeyTaken(): Refusal {
  return new Refusal('passkey_taken', 400, 'This passkey is added already; use another device');
}
