import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { namesOf, type Said, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import { registerAt, signInAt } from '../support/sign-in-at.ts';
import type { ReachedWorld } from '../support/world.ts';

let world: ReachedWorld;
let wallet: Awaited<ReturnType<typeof signInAt>>;
/** A destination of the sandbox's account, whose wallet is `wallet`. */
let payee: ReachedWorld['sandbox']['payee'];

beforeAll(async () => {
  world = await sharedWorld();
  payee = world.sandbox.payee;
  wallet = await signInAt(world.authUrl, payee.privateKey);
});

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ORIGIN = 'https://shop.example';
const FEE_ADDRESS = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';

type SendOptions = Parameters<typeof sendToHost>[1];
const asKey = (path: string, question: SendOptions = {}) =>
  sendToHost(`${world.apiUrl}/v2/client-ids${path}`, {
    ...question,
    headers: { 'x-api-key': world.sandbox.apiKey, ...question.headers },
  });
const asWallet = (path: string, question: SendOptions = {}) =>
  sendToHost(`${world.authUrl}/v1/client-ids${path}`, {
    ...question,
    headers: { ...wallet.headers, ...question.headers },
  });
const put = (id: string, body: unknown) => asKey(`/${id}`, { method: 'PUT', body });

const Made = z.looseObject({ id: z.string(), clientId: z.string() });
const make = async (more: Readonly<Record<string, unknown>> = {}) =>
  Made.parse(
    (await asKey('', { body: { label: 'Shop', allowedDomains: [ORIGIN], ...more } })).body,
  );
const makeBackend = async () =>
  Made.parse((await asWallet('', { body: { label: 'Server', allowedDomains: [] } })).body);

/** A payment link, created with a client ID. */
const create = (clientId: string, headers: Readonly<Record<string, string>> = {}) =>
  sendToHost(`${world.apiUrl}/v2/secure-payments`, {
    headers: { 'x-client-id': clientId, ...headers },
    body: { requests: [{ destinationId: payee.destinationId, amount: '1' }] },
  });

describe('wire facts 5.5, /v2/client-ids', () => {
  it('answers 201 with the fields of the public API and the two of decision 0034', async () => {
    const said = await asKey('', { body: { label: 'Shop', allowedDomains: [ORIGIN] } });
    expect(said.status).toBe(201);
    expect(said.body).toEqual({
      id: expect.stringMatching(ULID),
      clientId: expect.stringMatching(/^cli_[0-9A-Za-z]{12,30}$/),
      label: 'Shop',
      allowedDomains: [ORIGIN],
      payeeDestinationId: null,
      canPayAnyPayee: true,
      feePercentage: null,
      feeAddress: null,
      operatorWalletAddress: null,
      defaultPreApprovalExpiry: null,
      defaultAuthorizationExpiry: null,
      status: 'active',
      createdAt: expect.stringMatching(TIME),
    });
  });

  it('takes every field, and writes addresses in EIP-55 form (decision 9)', async () => {
    const terms = {
      feePercentage: '1.25',
      feeAddress: FEE_ADDRESS,
      operatorWalletAddress: FEE_ADDRESS,
      defaultPreApprovalExpiry: 3600,
      defaultAuthorizationExpiry: 86_400,
    };
    const lower = FEE_ADDRESS.toLowerCase();
    const made = await make({ ...terms, feeAddress: lower, operatorWalletAddress: lower });
    expect(made).toMatchObject(terms);
    expect((await asKey(`/${made.id}`)).body).toEqual({
      ...made,
      updatedAt: made['createdAt'],
      lastUsedAt: null,
      rateTier: 'default',
    });
  });

  it('lists a bare array in short, and finds one by its ULID, not by its public text', async () => {
    const made = await make();
    const { status, body } = await asKey('');
    expect(status).toBe(200);
    const listed = z.array(Made).parse(body);
    expect(namesOf(listed.find(({ id }) => id === made.id))).toEqual(
      [
        ...['allowedDomains', 'clientId', 'createdAt', 'id', 'label', 'lastUsedAt', 'status'],
        ...['canPayAnyPayee', 'payeeDestinationId', 'rateTier'],
      ].sort(),
    );
    expect(await asKey(`/${made.clientId}`)).toMatchObject({ status: 404 });
  });

  it('changes what is sent, takes away what is null, and answers without createdAt', async () => {
    const made = await make({
      ...{ feePercentage: '2', feeAddress: FEE_ADDRESS },
      defaultPreApprovalExpiry: 60,
    });
    const { createdAt: _, ...kept } = made;
    const changed = await put(made.id, { label: 'New', defaultPreApprovalExpiry: null });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({
      ...kept,
      label: 'New',
      defaultPreApprovalExpiry: null,
      updatedAt: expect.stringMatching(TIME),
    });
    const bare = { feePercentage: null, feeAddress: null };
    expect((await put(made.id, bare)).body).toMatchObject(bare);
  });

  it('lets the address of a fee go with its percentage', async () => {
    const made = await make({ feePercentage: '2', feeAddress: FEE_ADDRESS });
    expect(await put(made.id, { feePercentage: null })).toMatchObject({
      status: 200,
      body: { feePercentage: null, feeAddress: null },
    });
  });

  it('switches one off and on again, and revokes it for good', async () => {
    const made = await make();
    const statusOf = async () => (await create(made.clientId, { origin: ORIGIN })).status;
    expect(await statusOf()).toBe(201);
    expect((await put(made.id, { status: 'inactive' })).status).toBe(200);
    expect(await statusOf()).toBe(403);
    expect((await put(made.id, { status: 'active' })).status).toBe(200);
    expect(await statusOf()).toBe(201);
    expect((await asKey(`/${made.id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await statusOf()).toBe(403);
    for (const status of ['active', 'inactive']) {
      expect(await put(made.id, { status })).toMatchObject({ status: 400 });
    }
    expect((await asKey(`/${made.id}`)).body).toMatchObject({ status: 'revoked' });
    expect((await asKey(`/${made.id}`, { method: 'DELETE' })).status).toBe(200);
  });

  it.each([
    ['no label', { label: undefined }, 'label'],
    ['an empty label', { label: '' }, 'label'],
    ['a label of 101 characters', { label: 'x'.repeat(101) }, 'label'],
    ['no domains', { allowedDomains: [] }, 'allowedDomains'],
    [
      'eleven domains',
      { allowedDomains: Array.from({ length: 11 }, (_, i) => `https://s${i}.example`) },
      'allowedDomains',
    ],
    ['a path in a domain', { allowedDomains: [`${ORIGIN}/pay`] }, 'allowedDomains[0]'],
    ['a domain twice', { allowedDomains: [ORIGIN, ORIGIN] }, 'allowedDomains'],
    ['a fee for nobody', { feePercentage: '1' }, 'feeAddress'],
    ['three decimals', { feePercentage: '1.125', feeAddress: FEE_ADDRESS }, 'feePercentage'],
    ['no time at all', { defaultPreApprovalExpiry: 0 }, 'defaultPreApprovalExpiry'],
    ['half a second', { defaultAuthorizationExpiry: 0.5 }, 'defaultAuthorizationExpiry'],
    ['a field of the other host', { payeeDestinationId: 'x' }, 'payeeDestinationId'],
    ['a field named nowhere (decision 17)', { colour: 'red' }, 'colour'],
  ])('refuses %s with 400, naming the field', async (_, more, field) => {
    const body = { label: 'Shop', allowedDomains: [ORIGIN], ...more };
    expect(await asKey('', { body })).toMatchObject({
      status: 400,
      body: { statusCode: 400, error: 'Bad Request', errors: [{ field }] },
    });
  });

  it('returns the relaxed limit of managing them (wire facts 2.4), ten times as much in a sandbox', async () => {
    expect((await asKey('')).headers.get('x-ratelimit-limit')).toBe('6000');
  });

  it('says when one was last used', async () => {
    const made = await make();
    expect((await asKey(`/${made.id}`)).body).toMatchObject({ lastUsedAt: null });
    await create(made.clientId, { origin: ORIGIN });
    expect((await asKey(`/${made.id}`)).body).toMatchObject({
      lastUsedAt: expect.stringMatching(TIME),
    });
  });
});

describe('wire facts 7.4, /v1/client-ids', () => {
  it('takes 0 domains and a destination, and answers it everywhere', async () => {
    const bound = { payeeDestinationId: payee.destinationId };
    const said = await asWallet('', { body: { label: 'Bound', allowedDomains: [], ...bound } });
    expect(said).toMatchObject({ status: 201, body: bound });
    const { id, clientId } = Made.parse(said.body);
    expect(await asWallet(`/${id}`)).toMatchObject({ status: 200, body: bound });
    const listed = z.array(z.looseObject({ id: z.string() })).parse((await asWallet('')).body);
    expect(listed.find((row) => row.id === id)).toMatchObject(bound);
    // One that is bound needs no destination in a request.
    const bare = await sendToHost(`${world.apiUrl}/v2/secure-payments`, {
      headers: { 'x-client-id': clientId },
      body: { requests: [{ amount: '1' }] },
    });
    expect(bare.status).toBe(201);
    const freed = { payeeDestinationId: null };
    expect(await asWallet(`/${id}`, { method: 'PUT', body: freed })).toMatchObject({
      status: 200,
      body: freed,
    });
    expect((await asWallet(`/${id}`, { method: 'DELETE' })).status).toBe(200);
  });

  it('refuses the session of an email address with 403, and one of another account with 404', async () => {
    const { id } = await make();
    const headers = await registerAt(world.authUrl);
    expect(await asWallet('', { headers })).toMatchObject({ status: 403 });
    const unrelated = await signInAt(world.authUrl);
    expect(await asWallet(`/${id}`, unrelated)).toMatchObject({ status: 404 });
    expect(await asWallet('', unrelated)).toMatchObject({ status: 200, body: [] });
  });
});

describe('specification, Authentication: a client ID and its Origin', () => {
  it('is taken from an origin that it lists, compared whole, and from no other', async () => {
    const { clientId } = await make();
    expect((await create(clientId, { origin: ORIGIN })).status).toBe(201);
    for (const origin of [
      'http://shop.example',
      'https://shop.example:8443',
      'https://www.shop.example',
      'https://shop.example.evil.example',
      'https://shop.example.',
      'https://SHOP.example',
      'https://shop.example/',
      'null',
    ]) {
      const said = await create(clientId, { origin });
      expect(said, origin).toMatchObject({ status: 403, body: { error: 'Forbidden' } });
    }
    expect(await create(clientId)).toMatchObject({
      status: 401,
      body: { message: 'Origin header is required', error: 'Unauthorized' },
    });
  });

  it('without domains needs no Origin to create, but always to read and to pay', async () => {
    const { clientId } = await makeBackend();
    const { token } = z.object({ token: z.string() }).parse((await create(clientId)).body);
    const from = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      sendToHost(`${world.apiUrl}/v2/secure-payments/${token}${path}`, {
        headers: { 'x-client-id': clientId, ...headers },
      });
    for (const path of ['', '/pay']) {
      expect(await from(path)).toMatchObject({
        status: 401,
        body: { statusCode: 401, message: 'Origin header is required', error: 'Unauthorized' },
      });
      expect((await from(path, { origin: 'https://any.example' })).status).toBe(200);
    }
  });

  it('answers 401 to one that nobody has', async () => {
    expect(await create('cli_000000000000000000000000', { origin: ORIGIN })).toMatchObject({
      status: 401,
      body: { error: 'Unauthorized' },
    });
  });
});

/** `florin tier set`, as an operator runs it beside the running product. */
function setTier(clientId: string, tier: string): Promise<number | null> {
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const env = { PATH: '', FLORIN_HOME: world.home, ...world.settings };
  const child = spawn(process.execPath, [main, 'tier', 'set', clientId, tier], { env });
  return new Promise((resolve) => child.once('close', resolve));
}

describe('specification, Limits', () => {
  /** From some address behind the proxy of this machine. */
  const call = (clientId: string, ip: string): Promise<Said> =>
    sendToHost(`${world.apiUrl}/v2/secure-payments/none`, {
      headers: { 'x-client-id': clientId, origin: ORIGIN, 'x-forwarded-for': ip },
    });

  it('are those of the tier that the operator sets, ten times as much in a sandbox', async () => {
    const { clientId } = await make();
    const limit = async () =>
      (await call(clientId, '198.51.100.9')).headers.get('x-ratelimit-limit');
    expect(await limit()).toBe('3000');
    for (const [tier, calls] of [
      ['basic', '1200'],
      ['premium', '6000'],
      ['high_volume', '12000'],
      ['default', '3000'],
    ] as const) {
      expect(await setTier(clientId, tier)).toBe(0);
      expect(await limit(), tier).toBe(calls);
    }
  });

  it('block a client ID at an address for five minutes after a sustained breach, and nobody else', async () => {
    const { clientId } = await make();
    expect(await setTier(clientId, 'basic')).toBe(0);
    const breach = 2 * 1_200;
    const statuses: number[] = [];
    while (statuses.length < breach) {
      const wave = Array.from({ length: 50 }, () => call(clientId, '198.51.100.10'));
      statuses.push(...(await Promise.all(wave)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(1_200);
    const blocked = await call(clientId, '198.51.100.10');
    expect(blocked).toMatchObject({
      status: 429,
      body: { statusCode: 429, message: 'Too Many Requests', error: 'Too Many Requests' },
    });
    const seconds = Number(blocked.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(285);
    expect(seconds).toBeLessThanOrEqual(300);
    expect((await call(clientId, '198.51.100.11')).status).toBe(404);
    expect((await call((await make()).clientId, '198.51.100.10')).status).toBe(404);
  });
});
