import { randomUUID } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { type Said, sendToHost } from './send-to-host.ts';

const Challenge = z.object({ challengeId: z.string(), nonce: z.string(), message: z.string() });

/** Somebody who is signed in, with the header that says so. */
interface SignedIn {
  /** In EIP-55 form. */
  readonly address: `0x${string}`;
  readonly headers: { readonly authorization: string };
}

/** Signs a wallet in over real HTTP; one that nobody knows yet, unless a key is given. */
export async function signInAt(
  authUrl: string,
  privateKey: `0x${string}` = generatePrivateKey(),
): Promise<SignedIn> {
  const wallet = privateKeyToAccount(privateKey);
  const asked = await sendToHost(`${authUrl}/v1/auth/wallet/challenge`, {
    body: { address: wallet.address },
  });
  const challenge = Challenge.parse(asked.body);
  const signature = await wallet.signMessage({ message: challenge.message });
  const said = await sendToHost(`${authUrl}/v1/auth/wallet/verify`, {
    body: { ...challenge, signature },
  });
  return { address: wallet.address, headers: { authorization: `Bearer ${sessionOf(said)}` } };
}

/** Registers somebody with an email address over real HTTP; returns their header. */
export async function registerAt(authUrl: string): Promise<SignedIn['headers']> {
  // Worlds pass from worker to worker, so that a number of this process would not be its own there.
  const email = `person-${randomUUID()}@people.example`;
  const said = await sendToHost(`${authUrl}/v1/auth/register`, {
    body: { email, password: 'a long enough password' },
  });
  return { authorization: `Bearer ${sessionOf(said)}` };
}

/** The session that an answer's cookie carries; throws when it opened none. */
export function sessionOf({ status, headers, body }: Said): string {
  const token = /^session_token=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1];
  if (token === undefined) throw new Error(`no session: ${status} ${JSON.stringify(body)}`);
  return token;
}
