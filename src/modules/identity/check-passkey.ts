import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import type { StoredPasskey } from './store/second-factors.ts';

/** What a browser answers when it has made a passkey; binary members are in base64url. */
export interface PasskeyRegistration {
  readonly id: string;
  readonly rawId: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

/** What a browser answers when a passkey has signed; binary members are in base64url. */
export interface PasskeyAssertion {
  readonly id: string;
  readonly rawId: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | undefined;
  };
}

/** The page on which passkeys are made and used, and the host that they are bound to. */
interface PasskeyPage {
  readonly origin: string;
  readonly rpId: string;
}

/** The page of passkeys. Refuses (400) where this installation has none. */
function requirePasskeyPage({ settings }: Pick<Context, 'settings'>): PasskeyPage {
  const { dashboardOrigin: origin } = settings;
  if (origin === undefined) throw passkeysNotAvailable();
  return { origin, rpId: new URL(origin).hostname };
}

/** 400: passkeys are bound to the dashboard, and this installation serves none. */
export function passkeysNotAvailable(): Refusal {
  const message = 'Passkeys need the dashboard, which this installation does not serve';
  return new Refusal('passkeys_not_available', 400, message);
}

// The library takes a third of a second to load, and most processes never need it.
const loadLibrary = () => import('@simplewebauthn/server');

interface CreationInput {
  readonly challenge: Buffer;
  readonly person: { readonly id: string; readonly name: string };
  readonly known: readonly StoredPasskey[];
}

/** What a browser is handed so that it makes a passkey. */
export async function passkeyCreationOptions(
  ctx: Context,
  { challenge, person, known }: CreationInput,
) {
  const { rpId: rpID } = requirePasskeyPage(ctx);
  const { generateRegistrationOptions } = await loadLibrary();
  return await generateRegistrationOptions({
    rpName: 'Florin',
    rpID,
    userID: bytesOf(Buffer.from(person.id)),
    userName: person.name,
    userDisplayName: person.name,
    challenge: bytesOf(challenge),
    attestationType: 'none',
    excludeCredentials: known.map(descriptorOf),
    // A password comes before it, so a key without a PIN will do.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

/** What a browser is handed so that one of these passkeys signs. */
export async function passkeyRequestOptions(
  ctx: Context,
  { challenge, known }: Pick<CreationInput, 'challenge' | 'known'>,
) {
  const { rpId: rpID } = requirePasskeyPage(ctx);
  const { generateAuthenticationOptions } = await loadLibrary();
  return await generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    allowCredentials: known.map(descriptorOf),
    userVerification: 'preferred',
  });
}

/** A passkey as it is stored first; undefined where the answer is not one to this challenge from our page. */
export async function readNewPasskey(
  ctx: Context,
  { challenge, answer }: { readonly challenge: string; readonly answer: PasskeyRegistration },
): Promise<Omit<StoredPasskey, 'id'> | undefined> {
  const { origin, rpId } = requirePasskeyPage(ctx);
  const { verifyRegistrationResponse } = await loadLibrary();
  const { clientDataJSON, attestationObject, transports } = answer.response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...wireForm(answer),
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
    });
    if (registrationInfo === undefined) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      transports: transports ?? [],
    };
  } catch (error) {
    // The library throws for whatever is wrong with what the caller sent.
    ctx.log.info({ err: error }, 'a passkey was not taken');
    return undefined;
  }
}

/** The count of signatures after this one; undefined where it is not that of this passkey for our page. */
export async function readCountOfPasskey(
  ctx: Context,
  {
    challenge,
    answer,
    passkey,
  }: {
    readonly challenge: string;
    readonly answer: PasskeyAssertion;
    readonly passkey: StoredPasskey;
  },
): Promise<number | undefined> {
  const { origin, rpId } = requirePasskeyPage(ctx);
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { clientDataJSON, authenticatorData, signature } = answer.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...wireForm(answer),
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: bytesOf(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: false,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch (error) {
    ctx.log.info({ err: error }, 'the signature of a passkey was not taken');
    return undefined;
  }
}

function wireForm({ id, rawId }: Pick<PasskeyAssertion, 'id' | 'rawId'>) {
  return { id, rawId, type: 'public-key', clientExtensionResults: {} } as const;
}

function descriptorOf({ credentialId, transports }: StoredPasskey) {
  return { id: credentialId.toString('base64url'), transports: [...transports] };
}

/** The library wants bytes with a buffer of their own. */
function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer);
}
