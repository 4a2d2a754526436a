import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import type { IdentityHost } from './identity-host.ts';
import { type SoftwarePasskey, softwarePasskey } from './software-passkey.ts';

/** What the API answers of a second factor that was added. */
export const Added = z.object({
  secondFactor: z.object({ id: z.string(), kind: z.string(), name: z.string() }),
  recoveryCodes: z.array(z.string()).nullable(),
});

const NewApp = z.object({ id: z.string(), secret: z.string(), uri: z.string() });
const NewChallenge = z.object({
  challengeId: z.string(),
  options: z.looseObject({ challenge: z.string() }),
});
const Pending = z.object({
  secondFactor: z.object({
    token: z.string(),
    methods: z.array(z.string()),
    expiresAt: z.string(),
  }),
});

/** The code that an app shows at a time. */
export function codeAt(secret: string, at: Date): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() });
}

/** Begins to add an app. */
export async function beginApp(host: IdentityHost, token: string) {
  const body = { name: 'My phone' };
  const answer = await host.call('POST', 'authenticator-apps', { token, body });
  return NewApp.parse(answer.body);
}

/** Adds an app to whoever has this session. */
export async function addApp(host: IdentityHost, token: string) {
  const { id, secret } = await beginApp(host, token);
  const body = { code: codeAt(secret, host.ctx.now()) };
  const answer = await host.call('POST', `authenticator-apps/${id}/activation`, { token, body });
  return { secret, ...Added.parse(answer.body) };
}

/** Adds a passkey to whoever has this session. */
export async function addPasskeyTo(
  host: IdentityHost,
  token: string,
): Promise<z.output<typeof Added> & { readonly passkey: SoftwarePasskey }> {
  const passkey = softwarePasskey();
  const { challengeId, options } = await challengeToAdd(host, token);
  const body = { challengeId, name: 'My key', response: passkey.create(options.challenge) };
  const answer = await host.call('POST', 'passkeys', { token, body });
  return { passkey, ...Added.parse(answer.body) };
}

/** What a browser is handed to make a passkey. */
export async function challengeToAdd(host: IdentityHost, token: string) {
  return NewChallenge.parse((await host.call('POST', 'passkeys/challenge', { token })).body);
}

/** What a browser is handed to finish a sign-in by a passkey. */
export async function challengeToSignIn(host: IdentityHost, token: string) {
  const answer = await host.call('POST', 'login/passkey-challenge', { body: { token } });
  return NewChallenge.parse(answer.body);
}

/** Signs in by password as far as the second factor. */
export async function beginSignIn(
  host: IdentityHost,
  { email, password }: { readonly email: string; readonly password: string },
) {
  const answer = await host.call('POST', 'login', { body: { email, password } });
  return { ...Pending.parse(answer.body).secondFactor, cookie: answer.cookie };
}

/** Tries to finish a sign-in. */
export async function finishSignIn(host: IdentityHost, token: string, proof: object) {
  return await host.call('POST', 'login/second-factor', { body: { token, proof } });
}
