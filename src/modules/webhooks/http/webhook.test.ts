import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { createAccount, createApiKey, createClientId } from '#modules/clients/index.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { roomHost } from '../../../../tests/support/room-host.ts';
import { endpoints } from './index.ts';

const SHOP = 'https://shop.example';

let database: Awaited<ReturnType<typeof testDatabase>>;
let host: Awaited<ReturnType<typeof roomHost>>;
let strictHost: Awaited<ReturnType<typeof roomHost>>;
let ctx: Context;
let apiKey: string;
let backend: string;
let browser: string;
let foreignKey: string;

beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db });
  const { id: accountId } = await createAccount(ctx, { name: 'A shop' });
  ({ apiKey } = await createApiKey(ctx, { accountId, label: 'Till' }));
  const client = (label: string, allowedDomains: string[]) =>
    createClientId(ctx, { accountId, label, allowedDomains });
  ({ clientId: backend } = await client('Back office', []));
  ({ clientId: browser } = await client('Shop front', [SHOP]));
  const other = await createAccount(ctx, { name: 'Another' });
  ({ apiKey: foreignKey } = await createApiKey(ctx, { accountId: other.id, label: 'Till' }));
  const parts = { databaseUrl: database.url, host: 'auth' as const, endpoints };
  host = await roomHost({ ...parts, ctx });
  const settings = {
    ...ctx.settings,
    mode: 'production',
    webhookManagementProof: 'session',
  } as const;
  strictHost = await roomHost({ ...parts, ctx: { ...ctx, settings } });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await strictHost[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

let urls = 0;
/** An address that no other test has registered. */
function freshUrl(): string {
  urls += 1;
  return `https://hook.example/${urls}`;
}

async function call(
  method: 'GET' | 'POST',
  headers: Record<string, string>,
  parts: { readonly body?: unknown; readonly on?: typeof host } = {},
) {
  const { body, on = host } = parts;
  const answer = await on.app.inject({
    method,
    url: '/v1/webhook',
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('201', () => {
  it('answers an id and a secret to a client ID, with or without an Origin', async () => {
    const plain = await call('POST', { 'x-client-id': backend }, { body: { url: freshUrl() } });
    expect(plain).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
        secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    const headers = { 'x-client-id': browser, origin: SHOP };
    expect(await call('POST', headers, { body: { url: freshUrl() } })).toMatchObject({
      status: 201,
    });
    expect(
      await call('POST', { 'x-client-id': browser }, { body: { url: freshUrl() } }),
    ).toMatchObject({ status: 201 });
  });

  it('answers an API key, whose endpoint is platform-wide', async () => {
    const made = await call('POST', { 'x-api-key': apiKey }, { body: { url: freshUrl() } });
    expect(made.status).toBe(201);
    const seen = await call('GET', { 'x-client-id': backend });
    expect(seen.body).toContainEqual(expect.objectContaining({ id: made.body.id }));
  });

  it('answers a public client ID in production when an API key proves it', async () => {
    const headers = { 'x-client-id': browser, 'x-api-key': apiKey };
    const body = { url: freshUrl() };
    expect(await call('POST', headers, { body, on: strictHost })).toMatchObject({ status: 201 });
  });
});

describe('200', () => {
  it('lists endpoints as an array, without their secrets', async () => {
    const url = freshUrl();
    const made = await call('POST', { 'x-client-id': backend }, { body: { url } });
    const listed = await call('GET', { 'x-client-id': backend });
    expect(listed.status).toBe(200);
    expect(listed.body).toContainEqual({
      id: made.body.id,
      url,
      isActive: true,
      createdAt: '2026-01-02T03:04:05.000Z',
    });
    expect(JSON.stringify(listed.body)).not.toContain(made.body.secret);
  });
});

describe('400', () => {
  it.each([
    ['no address', {}],
    ['a number', { url: 5 }],
    ['no http address', { url: 'ftp://hook.example' }],
    ['plain http to a stranger', { url: 'http://hook.example' }],
    ['a private address', { url: 'https://192.168.1.1/hook' }],
    ['an address with a password', { url: 'https://me:secret@hook.example' }],
    ['an address that is too long', { url: `https://hook.example/${'a'.repeat(2_048)}` }],
    ['a field that nobody knows', { url: 'https://hook.example/x', events: [] }],
  ])('refuses %s and writes nothing', async (_what, body) => {
    const before = await call('GET', { 'x-client-id': backend });
    expect(await call('POST', { 'x-client-id': backend }, { body })).toMatchObject({ status: 400 });
    expect(await call('GET', { 'x-client-id': backend })).toEqual(before);
  });

  it('refuses an address that is registered already, in any spelling', async () => {
    const url = freshUrl();
    await call('POST', { 'x-client-id': backend }, { body: { url } });
    const again = { url: `${url.replace('hook.example', 'HOOK.example:443')}/` };
    expect(await call('POST', { 'x-client-id': backend }, { body: again })).toMatchObject({
      status: 400,
      body: {
        code: 'webhook_url_taken',
        message: 'A webhook with this URL already exists',
        error: 'Bad Request',
      },
    });
  });

  it('refuses this machine in production, which the sandbox takes', async () => {
    const body = { url: `http://localhost:9000/${freshUrl().length}/${urls}` };
    const headers = { 'x-client-id': backend };
    expect(await call('POST', headers, { body, on: strictHost })).toMatchObject({ status: 400 });
    expect(await call('POST', headers, { body })).toMatchObject({ status: 201 });
  });
});

describe('401', () => {
  it('asks for credentials, and takes no unknown ones', async () => {
    const body = { url: freshUrl() };
    expect(await call('POST', {}, { body })).toMatchObject({ status: 401 });
    expect(await call('GET', { 'x-client-id': 'cli_nobody' })).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('refuses a public client ID alone in production', async () => {
    const headers = { 'x-client-id': browser, origin: SHOP };
    const body = { url: freshUrl() };
    expect(await call('POST', headers, { body, on: strictHost })).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
    expect(await call('GET', headers, { on: strictHost })).toMatchObject({ status: 403 });
  });

  it('refuses the API key of another account as proof', async () => {
    const headers = { 'x-client-id': browser, 'x-api-key': foreignKey };
    expect(await call('GET', headers, { on: strictHost })).toMatchObject({ status: 403 });
  });

  it('refuses an origin that the client ID does not list', async () => {
    const headers = { 'x-client-id': browser, origin: 'https://evil.example' };
    expect(await call('GET', headers)).toMatchObject({ status: 403 });
  });
});
