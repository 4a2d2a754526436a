import { randomUUID } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { namesOf, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import { sessionOf, signInAt } from '../support/sign-in-at.ts';
import type { ReachedWorld } from '../support/world.ts';

let world: ReachedWorld;
beforeAll(async () => {
  world = await sharedWorld();
});

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const Challenge = z.object({
  challengeId: z.string(),
  nonce: z.string(),
  message: z.string(),
  expiresAt: z.string(),
});

const auth = (path: string, question: Parameters<typeof sendToHost>[1] = {}) =>
  sendToHost(`${world.authUrl}/v1${path}`, question);

async function challenge(address: string, more: Readonly<Record<string, unknown>> = {}) {
  const said = await auth('/auth/wallet/challenge', { body: { address, ...more } });
  return { status: said.status, names: namesOf(said.body), ...Challenge.parse(said.body) };
}

/** The parts of a cookie behind its value, in no order. */
const partsOf = (cookie: string | null) => (cookie ?? '').split('; ').slice(1).sort();

describe('specification, POST /v1/auth/wallet/challenge (wire facts 7.1)', () => {
  it('answers 201 with a message of EIP-4361 for five minutes, in the layout of the public API', async () => {
    const { address } = privateKeyToAccount(generatePrivateKey());
    const asked = await challenge(address.toLowerCase());
    expect(asked.status).toBe(201);
    expect(asked.names).toEqual(['challengeId', 'expiresAt', 'message', 'nonce']);
    expect(asked.challengeId).toMatch(ULID);
    expect(asked.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(asked.expiresAt).toMatch(TIME);
    const { host, origin } = new URL(world.payUrl);
    const lines = asked.message.split('\n');
    const issuedAt = lines[9]?.replace('Issued At: ', '') ?? '';
    expect(lines).toEqual([
      `${host} wants you to sign in with your Ethereum account:`,
      address,
      '',
      'Sign in to Florin.',
      '',
      `URI: ${origin}`,
      'Version: 1',
      'Chain ID: 1',
      `Nonce: ${asked.nonce}`,
      `Issued At: ${issuedAt}`,
      `Expiration Time: ${asked.expiresAt}`,
    ]);
    expect(Date.parse(asked.expiresAt) - Date.parse(issuedAt)).toBe(300_000);
  });

  it('names the requested chain, and none to a wallet of Tron, which it detects', async () => {
    const { address } = privateKeyToAccount(generatePrivateKey());
    expect((await challenge(address, { chainId: 8453 })).message).toContain('\nChain ID: 8453\n');
    const tron = await challenge('TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd', { chainId: 8453 });
    expect(tron.message).toMatch(
      /your Tron account:\nTCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd\n\nSign in to /,
    );
    expect(tron.message).not.toContain('Chain ID');
  });

  it.each([
    ['no address', {}],
    ['no address of any chain', { address: 'me' }],
    ['a wrong checksum', { address: '0x742D35Cc6634C0532925a3b844Bc454e4438f44e' }],
    ['no chain id', { address: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e', chainId: 0 }],
    ['an unknown field', { address: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e', colour: 'red' }],
  ])('refuses %s with 400', async (_, body) => {
    expect(await auth('/auth/wallet/challenge', { body })).toMatchObject({
      status: 400,
      body: { statusCode: 400, error: 'Bad Request' },
    });
  });
});

describe('specification, POST /v1/auth/wallet/verify', () => {
  it('answers 200 {} with the session as a cookie that no script reads, and once', async () => {
    const wallet = privateKeyToAccount(generatePrivateKey());
    const { challengeId, nonce, message } = await challenge(wallet.address);
    const signature = await wallet.signMessage({ message });
    const body = { challengeId, nonce, message, signature };
    const said = await auth('/auth/wallet/verify', { body });
    expect(said).toMatchObject({ status: 200, body: {} });
    expect(partsOf(said.headers.get('set-cookie'))).toEqual([
      'HttpOnly',
      expect.stringMatching(/^Max-Age=\d+$/),
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    expect(await auth('/auth/wallet/verify', { body })).toMatchObject({ status: 400 });
    const unprefixed = await challenge(wallet.address);
    const again = {
      ...{ challengeId: unprefixed.challengeId, nonce: unprefixed.nonce },
      message: unprefixed.message,
      signature: (await wallet.signMessage({ message: unprefixed.message })).slice(2),
    };
    expect(await auth('/auth/wallet/verify', { body: again })).toMatchObject({ status: 200 });
  });

  it('refuses a wrong signature with 401 (wire facts 10), which uses the challenge up', async () => {
    const wallet = privateKeyToAccount(generatePrivateKey());
    const other = privateKeyToAccount(generatePrivateKey());
    const { challengeId, nonce, message } = await challenge(wallet.address);
    const signed = async (by: typeof wallet) => ({
      ...{ challengeId, nonce, message },
      signature: await by.signMessage({ message }),
    });
    const refused = await auth('/auth/wallet/verify', { body: await signed(other) });
    expect(refused).toMatchObject({
      status: 401,
      body: { statusCode: 401, error: 'Unauthorized', message: expect.any(String) },
    });
    expect(refused.headers.get('set-cookie')).toBeNull();
    const late = await auth('/auth/wallet/verify', { body: await signed(wallet) });
    expect(late).toMatchObject({ status: 400 });
  });
});

describe('specification, POST /v1/auth/register, login and logout', () => {
  it('answer 201, 200 and 200, with a cookie of 30 days and then none', async () => {
    const body = {
      email: `ada-${randomUUID()}@people.example`,
      password: 'a long enough password',
    };
    const registered = await auth('/auth/register', { body });
    expect(registered).toMatchObject({ status: 201, body: {} });
    expect(partsOf(registered.headers.get('set-cookie'))).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    const loggedIn = await auth('/auth/login', { body });
    expect(loggedIn).toMatchObject({ status: 200, body: {} });
    expect(sessionOf(loggedIn)).not.toBe(sessionOf(registered));

    const cookie = { cookie: `session_token=${sessionOf(loggedIn)}` };
    const bearer = { authorization: `Bearer ${sessionOf(loggedIn)}` };
    expect(await auth('/auth/register', { headers: cookie, body })).toMatchObject({ status: 400 });
    const left = await auth('/auth/logout', { method: 'POST', headers: cookie });
    expect(left).toMatchObject({ status: 200, body: {} });
    expect(left.headers.get('set-cookie')).toMatch(/^session_token=;.*Max-Age=0/);
    for (const headers of [cookie, bearer, {}]) {
      const said = await auth('/auth/logout', { method: 'POST', headers });
      expect(said).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
    }
  });

  it('take passwords of 8 to 100 characters', async () => {
    const tried = async (chars: number) => {
      const body = {
        email: `p${chars}-${randomUUID()}@people.example`,
        password: 'x'.repeat(chars),
      };
      return (await auth('/auth/register', { body })).status;
    };
    expect(await Promise.all([7, 8, 100, 101].map(tried))).toEqual([400, 201, 201, 400]);
  });

  it('refuse a wrong password and an unknown address with one 400', async () => {
    const body = { email: `bo-${randomUUID()}@people.example`, password: 'a long enough password' };
    expect((await auth('/auth/register', { body })).status).toBe(201);
    const tried = (email: string) =>
      auth('/auth/login', { body: { email, password: 'another password' } });
    const [wrong, unknown] = [await tried(body.email), await tried('nobody@people.example')];
    expect([wrong.status, unknown.status]).toEqual([400, 400]);
    const message = z.object({ message: z.string(), code: z.string() });
    expect(message.parse(wrong.body)).toEqual(message.parse(unknown.body));
  });
});

describe('specification, Authentication', () => {
  it('takes a session as cookie and as bearer, on both hosts and for creating links', async () => {
    const { payee, login } = world.sandbox;
    const token = sessionOf(await auth('/auth/login', { body: login }));
    const requests = [{ destinationId: payee.destinationId, amount: '1' }];
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { cookie: `session_token=${token}` },
    ]) {
      expect(await auth('/auth/session', { headers })).toMatchObject({
        status: 200,
        body: { kind: 'email', email: login.email, walletAddress: null },
      });
      const url = `${world.apiUrl}/v2/secure-payments`;
      expect(await sendToHost(url, { headers, body: { requests } })).toMatchObject({ status: 201 });
    }
  });

  it('reads a session only where no key and no client ID came (wire facts 2.2)', async () => {
    const { headers } = await signInAt(world.authUrl);
    const url = `${world.apiUrl}/v2/secure-payments`;
    const destinationId = world.sandbox.payee.destinationId;
    const body = { requests: [{ destinationId, amount: '1' }] };
    for (const name of ['x-api-key', 'x-client-id', 'x-orchestrator-key']) {
      const said = await sendToHost(url, { headers: { ...headers, [name]: 'wrong' }, body });
      expect(said, name).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
    }
  });

  it('answers 401 to nobody, and 403 to a valid credential that may not', async () => {
    const apiKey = { 'x-api-key': world.sandbox.apiKey };
    expect(await auth('/api-keys')).toMatchObject({ status: 401 });
    expect(await auth('/api-keys', { headers: apiKey })).toMatchObject({
      status: 403,
      body: { statusCode: 403, error: 'Forbidden' },
    });
  });
});

describe('wire facts 4.4, GET /v2/secure-payments?requestId=', () => {
  const find = (query: string, headers: Readonly<Record<string, string>>) =>
    sendToHost(`${world.apiUrl}/v2/secure-payments${query}`, { headers });

  it('shows its owner a link with every field of the public API', async () => {
    const { payee, login } = world.sandbox;
    const token = sessionOf(await auth('/auth/login', { body: login }));
    const headers = { authorization: `Bearer ${token}` };
    const link = await world.createLink('12.5', { redirectUrl: 'https://shop.example/done' });
    const { status, body } = await find(`?requestId=${link.requestIds[0]}`, headers);
    expect(status).toBe(200);
    expect(body).toEqual({
      token: link.token,
      securePaymentUrl: link.securePaymentUrl,
      status: 'pending',
      paymentType: 'single',
      createdAt: expect.stringMatching(TIME),
      expiresAt: expect.stringMatching(TIME),
      redirectUrl: 'https://shop.example/done',
      redirectLabel: null,
      completedAt: null,
      payerAddress: null,
      payerKytResults: [],
      payeeKytResults: [],
      destination: {
        destinationId: payee.destinationId,
        payeeAddress: payee.destinationId.slice(0, payee.destinationId.lastIndexOf(':')),
        tokenAddress: payee.destinationId.slice(payee.destinationId.lastIndexOf(':') + 1),
        walletAddress: payee.address,
        network: 'sepolia',
      },
      claimedDestination: null,
      orchestratorId: null,
      feePlan: null,
      network: 'sepolia',
      currency: 'USDC-sepolia',
      executionKind: null,
      identityMode: 'manual_dashboard',
      clientId: null,
      branding: { whitelabelEnabled: false, source: 'request_network' },
      childExecutable: false,
      blockReason: 'not_outgoing',
      accessPolicy: {
        mode: 'off',
        screeningProvider: null,
        hideUntilApproved: false,
        hidePayeeAddress: false,
        allowedPayerAddresses: [],
      },
    });
  });

  it('answers 400, 401, 403 and 404 as documented', async () => {
    const { headers } = await signInAt(world.authUrl);
    const [requestId] = (await world.createLink('1')).requestIds;
    expect(await find('', headers)).toMatchObject({ status: 400 });
    expect(await find(`?requestId=${requestId}`, {})).toMatchObject({ status: 401 });
    const apiKey = { 'x-api-key': world.sandbox.apiKey };
    expect(await find(`?requestId=${requestId}`, apiKey)).toMatchObject({ status: 403 });
    const foreign = await find(`?requestId=${requestId}`, headers);
    const unknown = await find(`?requestId=01${'0'.repeat(64)}`, headers);
    const message = z.object({ statusCode: z.literal(404), message: z.string(), code: z.string() });
    expect(message.parse(foreign.body)).toEqual(message.parse(unknown.body));
  });
});

describe('ours: API keys, sessions and the log of an account', () => {
  it('shows a key once, lists it without its text, and ends it for good', async () => {
    const { headers } = await signInAt(world.authUrl);
    const made = await auth('/api-keys', { headers, body: { label: 'Till' } });
    expect(made.status).toBe(201);
    const { id, apiKey } = z.object({ id: z.string(), apiKey: z.string() }).parse(made.body);
    expect(made.body).toEqual({
      id: expect.stringMatching(ULID),
      apiKey: expect.stringMatching(/^florin_sandbox_\w+$/),
      label: 'Till',
      prefix: apiKey.slice(0, 19),
      createdAt: expect.stringMatching(TIME),
      expiresAt: null,
      lastUsedAt: null,
    });
    const asked = () =>
      sendToHost(`${world.apiUrl}/v2/client-ids`, { headers: { 'x-api-key': apiKey } });
    expect(await asked()).toMatchObject({ status: 200, body: [] });
    expect(JSON.stringify((await auth('/api-keys', { headers })).body)).not.toContain(apiKey);
    const ended = await auth(`/api-keys/${id}`, { method: 'DELETE', headers });
    expect(ended.status).toBe(200);
    expect(await asked()).toMatchObject({ status: 401 });
  });

  it('answers a named call again instead of doing it again (decision 12)', async () => {
    const { headers } = await signInAt(world.authUrl);
    const named = { ...headers, 'idempotency-key': 'first-key' };
    const make = (label: string) => auth('/api-keys', { headers: named, body: { label } });
    const [first, second] = [await make('Till'), await make('Till')];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await make('Another')).toMatchObject({ status: 422 });
  });

  it('pages the log, newest first, for its account alone', async () => {
    const { headers } = await signInAt(world.authUrl);
    for (const label of ['a', 'b']) await auth('/api-keys', { headers, body: { label } });
    const first = await auth('/audit?limit=2', { headers });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      entries: [{ action: 'api_key.created' }, { action: 'api_key.created' }],
    });
    const unrelated = await signInAt(world.authUrl);
    const { body } = await auth('/audit', { headers: unrelated.headers });
    expect(JSON.stringify(body)).not.toContain('api_key.created');
  });
});
