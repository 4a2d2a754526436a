import { parseSetCookie } from 'cookie';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { manualClock } from '#kit/clock.ts';
import { endpoints } from '#modules/identity/http/index.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { plainStore } from '#platform/http/rate-limit.ts';
import { openThrottle } from '#platform/throttle.ts';
import type { Context } from '../../src/context.ts';
import { TEST_TIME, testContext, testDatabase } from './database.ts';
import { moduleHost } from './module-host.ts';

/** Where people of the tests sign in: the first of the installation's own origins. */
export const PAGE = 'http://localhost:8082';

/** A wallet with a key that everybody knows. */
export const ADA = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
);
/** Another one. */
export const BOB = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
);

/** The message for a wallet to sign, as in the API. */
export const Challenge = z.object({
  challengeId: z.string(),
  nonce: z.string(),
  message: z.string(),
  expiresAt: z.string(),
});

interface Call {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** A session, sent as bearer. */
  readonly token?: string;
  /** From where; all calls of an address are throttled together. */
  readonly ip?: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** The `Set-Cookie` header as it came. */
  readonly cookie: string | undefined;
  /** The session token in it; empty when nothing was set. */
  readonly token: string;
}

/** The auth host with all that is about signing in, on a database of its own and with a clock to move. */
export interface IdentityHost extends AsyncDisposable {
  readonly ctx: Context;
  advance(milliseconds: number): void;
  call(method: Method, path: string, parts?: Call): Promise<Answer>;
  /** The same for a path that is not below `/v1/auth`. */
  callAt(method: Method, url: string, parts?: Call): Promise<Answer>;
  challenge(
    address: string,
    more?: { readonly chainId?: number; readonly origin?: string },
  ): Promise<z.infer<typeof Challenge>>;
  /** Signs a wallet in and returns its token. */
  signIn(wallet: PrivateKeyAccount): Promise<string>;
  /** Registers a new email address, and returns it with its password and its first token. */
  register(): Promise<{
    readonly email: string;
    readonly password: string;
    readonly token: string;
  }>;
}

/** Opens it; `parts` are set in the context, and attempts are counted where `throttled` says so. */
export async function identityHost(
  parts: Partial<Context> & {
    readonly throttled?: boolean;
    /** Other endpoints than those of identity alone. */
    readonly served?: readonly Endpoint<Context>[];
  } = {},
): Promise<IdentityHost> {
  const { throttled = false, served = endpoints, ...given } = parts;
  const database = await testDatabase();
  const clock = manualClock(TEST_TIME);
  const { log } = testContext({ db: database.db });
  const store = plainStore({ pool: database.pool, log });
  const ctx = testContext({
    db: database.db,
    now: clock,
    ...(throttled && { throttle: openThrottle({ store }) }),
    ...given,
  });
  const host = await moduleHost({ ctx, counts: database.pool, host: 'auth', endpoints: served });

  const callAt: IdentityHost['callAt'] = async (method, url, { body, headers, token, ip } = {}) => {
    const answer = await host.app.inject({
      method,
      url,
      ...(ip !== undefined && { remoteAddress: ip }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const set = answer.headers['set-cookie'];
    const cookie = typeof set === 'string' ? set : undefined;
    const value = cookie === undefined ? '' : (parseSetCookie(cookie).value ?? '');
    return { status: answer.statusCode, body: answer.json(), cookie, token: value };
  };
  const call: IdentityHost['call'] = (method, path, parts) =>
    callAt(method, `/v1/auth/${path}`, parts);
  const challenge: IdentityHost['challenge'] = async (address, { chainId, origin } = {}) => {
    const answer = await call('POST', 'wallet/challenge', {
      body: { address, ...(chainId !== undefined && { chainId }) },
      headers: origin === undefined ? {} : { origin },
    });
    return Challenge.parse(answer.body);
  };
  let people = 0;
  return {
    ctx,
    advance: (milliseconds) => clock.advance(milliseconds),
    call,
    callAt,
    challenge,
    signIn: async (wallet) => {
      const { expiresAt: _, ...asked } = await challenge(wallet.address);
      const signature = await wallet.signMessage({ message: asked.message });
      const { token } = await call('POST', 'wallet/verify', { body: { ...asked, signature } });
      return token;
    },
    register: async () => {
      people += 1;
      const body = {
        email: `person-${people}@shop.example`,
        password: `a correct horse ${people}`,
      };
      const { token } = await call('POST', 'register', { body });
      return { ...body, token };
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
