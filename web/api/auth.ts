import { type Answer, request } from '../engine/request.ts';

/** Calls of the auth host by pages, with the user's session. */
export interface AuthApi {
  session(): Promise<Answer>;
  challenge(wallet: { readonly address: string; readonly chainId: number }): Promise<Answer>;
  verify(signed: {
    readonly challengeId: string;
    readonly nonce: string;
    readonly message: string;
    readonly signature: string;
  }): Promise<Answer>;
  logOut(): Promise<Answer>;
  destination(): Promise<Answer>;
  registerDestination(input: {
    readonly tokenAddress: string;
    readonly chainId: number;
  }): Promise<Answer>;
  invitation(token: string): Promise<Answer>;
  /** Accepts an invitation; a call that is repeated under the same key is done once. */
  accept(input: {
    readonly token: string;
    readonly kyt: { readonly provider: string | null } | undefined;
    readonly idempotencyKey: string;
  }): Promise<Answer>;
}

/** How long a call may take; then the page says that it failed. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Talks to the auth host. Never throws: an outage is an answer with status 0. */
export function openAuthApi({ authUrl }: { readonly authUrl: string }): AuthApi {
  const session: RequestInit = { credentials: 'include', referrerPolicy: 'no-referrer' };
  const query = (path: string, init: RequestInit = {}) =>
    request(`${authUrl}/v1${path}`, { ...init, ...session }, ANSWER_TIMEOUT_MS);
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    query(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const linkIntent = (token: string) => `/client-id-links/intents/${encodeURIComponent(token)}`;
  return {
    session: () => query('/auth/session'),
    challenge: (wallet) => post('/auth/wallet/challenge', wallet),
    verify: (signed) => post('/auth/wallet/verify', signed),
    logOut: () => post('/auth/logout', {}),
    destination: () => query('/payee-destination'),
    registerDestination: (input) => post('/payee-destination', input),
    invitation: (token) => query(linkIntent(token)),
    accept: ({ token, kyt, idempotencyKey }) =>
      post(linkIntent(token), kyt === undefined ? {} : { kyt }, {
        'idempotency-key': idempotencyKey,
      }),
  };
}
