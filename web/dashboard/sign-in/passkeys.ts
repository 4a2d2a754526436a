import { answerOf, auth } from '../api/client.ts';
import { signInMessages } from '../messages/en-sign-in.ts';
import { SignInError } from './sign-in-error.ts';

const messages = signInMessages.passkey;

/** Finishes a sign-in by a passkey of this device, or of one near it. */
export async function signInWithPasskey(token: string): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { challengeId, options } = await answerOf(
    auth.POST('/v1/auth/login/passkey-challenge', { body: { token } }),
  );
  const { id, rawId, response } = await explained(startAuthentication({ optionsJSON: options }));
  const { clientDataJSON, authenticatorData, signature } = response;
  const proof = {
    method: 'passkey',
    challengeId,
    response: { id, rawId, response: { clientDataJSON, authenticatorData, signature } },
  } as const;
  await answerOf(auth.POST('/v1/auth/login/second-factor', { body: { token, proof } }));
}

/** A passkey that this device has made, as the API takes it. */
export async function makePasskey(header: { readonly 'Idempotency-Key': string }, name: string) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { challengeId, options } = await answerOf(auth.POST('/v1/auth/passkeys/challenge'));
  const { id, rawId, response } = await explained(startRegistration({ optionsJSON: options }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const body = {
    challengeId,
    name,
    response: { id, rawId, response: { clientDataJSON, attestationObject, transports } },
  };
  return await answerOf(auth.POST('/v1/auth/passkeys', { params: { header }, body }));
}

/** What a browser says for itself is of little help. */
async function explained<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === 'InvalidStateError') throw new SignInError(messages.known);
    const isDeclined = error.name === 'NotAllowedError' || error.name === 'AbortError';
    throw new SignInError(isDeclined ? messages.declined : messages.unsupported);
  }
}
