import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BACKEND_CLIENT,
  KEY,
  OTHER_KEY,
  PAGE_CLIENT,
  PAYERS_CLIENT,
  REVOKED_CLIENT,
  REVOKED_SHOP,
  SHOP,
  type TestHost,
  testHost,
} from '../../../tests/support/test-host.ts';

let api: TestHost;
let auth: TestHost;
beforeAll(async () => {
  api = await testHost();
  auth = await testHost({ host: 'auth' });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await auth[Symbol.asyncDispose]();
});

// Each call comes from another address, so that no limit applies here.
let calls = 0;
const anywhere = () => {
  calls += 1;
  return `10.0.${calls >> 8}.${calls & 255}`;
};
const create = (headers: Record<string, string>) =>
  api.app.inject({
    method: 'POST',
    url: '/v2/things',
    headers,
    payload: { name: 'lamp' },
    remoteAddress: anywhere(),
  });
const find = (headers: Record<string, string>) =>
  api.app.inject({ url: '/v2/things/lamp', headers, remoteAddress: anywhere() });
const hook = (headers: Record<string, string>) =>
  auth.app.inject({
    method: 'POST',
    url: '/v1/hooks',
    headers,
    payload: { url: 'https://a.example' },
    remoteAddress: anywhere(),
  });

describe('an endpoint that takes a key or a client ID', () => {
  it('takes the key first when both came', async () => {
    const answer = await create({ 'x-client-id': BACKEND_CLIENT, 'x-api-key': KEY });
    expect(answer.json()).toEqual({ id: 'lamp', note: 'api_key' });
  });

  it('does not fall back to the client ID when the key is wrong', async () => {
    const answer = await create({ 'x-client-id': BACKEND_CLIENT, 'x-api-key': 'wrong' });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({
      code: 'invalid_credentials',
      message: 'The x-api-key is unknown, expired or revoked',
    });
  });

  it('takes a client ID without domains and without Origin', async () => {
    expect((await create({ 'x-client-id': BACKEND_CLIENT })).json()).toMatchObject({
      note: 'client_id',
    });
  });

  it('says what to send when nothing came', async () => {
    const answer = await create({});
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({
      code: 'missing_credentials',
      message: 'Send x-api-key or x-client-id to say who is calling',
    });
  });

  it.each(['', ' ', 'x'.repeat(129), 'two words', 'kéy', '\u007f'])(
    'refuses %j without a look-up',
    async (raw) => {
      const before = api.credentials.lookups;
      expect((await create({ 'x-api-key': raw })).statusCode).toBe(401);
      expect((await create({ 'x-client-id': raw })).statusCode).toBe(401);
      expect(api.credentials.lookups).toBe(before);
    },
  );
});

describe('an endpoint that takes only a client ID', () => {
  it('passes over a key that came as well', async () => {
    const answer = await find({ 'x-client-id': PAGE_CLIENT, origin: SHOP, 'x-api-key': 'wrong' });
    expect(answer.statusCode).toBe(200);
  });

  it('refuses a valid key alone as not taken, and a wrong one as wrong', async () => {
    const valid = await find({ 'x-api-key': KEY, origin: SHOP });
    expect(valid.statusCode).toBe(403);
    expect(valid.json()).toMatchObject({
      code: 'credentials_not_accepted',
      message: 'This endpoint does not take x-api-key; send x-client-id',
    });
    expect((await find({ 'x-api-key': 'wrong', origin: SHOP })).statusCode).toBe(401);
  });

  it('refuses an unknown client ID, and one that is revoked', async () => {
    expect((await find({ 'x-client-id': 'cli_nobody', origin: SHOP })).statusCode).toBe(401);
    const revoked = await find({ 'x-client-id': REVOKED_CLIENT, origin: REVOKED_SHOP });
    expect(revoked.statusCode).toBe(403);
    expect(revoked.json()).toMatchObject({ message: 'This client ID is revoked' });
  });
});

describe('the client ID of the pay page, which is public', () => {
  it('reads what payers read', async () => {
    const answer = await find({ 'x-client-id': PAYERS_CLIENT, origin: SHOP });
    expect(answer.json()).toMatchObject({ note: expect.stringMatching(/^client_id/) });
  });

  it('makes nothing, and manages nothing, whatever credentials come with it', async () => {
    const refused = { statusCode: 403, code: 'client_id_for_payers' };
    const headers = { 'x-client-id': PAYERS_CLIENT, origin: SHOP };
    expect((await create(headers)).json()).toMatchObject(refused);
    expect((await hook(headers)).json()).toMatchObject(refused);
    expect((await hook({ ...headers, 'x-api-key': KEY })).json()).toMatchObject(refused);
  });
});

describe('the origin of a client ID', () => {
  it.each([
    'http://shop.example',
    'https://shop.example:8443',
    'https://shop.example/',
    'https://www.shop.example',
    'https://shop.example.evil.example',
    'https://evilshop.example',
    'https://SHOP.example',
    'null',
    '',
    '*',
  ])('is not %j when it lists another', async (origin) => {
    const answer = await create({ 'x-client-id': PAGE_CLIENT, origin });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'origin_not_allowed' });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('must come when it lists domains', async () => {
    const answer = await create({ 'x-client-id': PAGE_CLIENT });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ message: 'Origin header is required' });
  });

  it('must come where the endpoint says so, and may be any real one without domains', async () => {
    expect((await find({ 'x-client-id': BACKEND_CLIENT })).statusCode).toBe(401);
    const any = { 'x-client-id': BACKEND_CLIENT, origin: 'https://any.example' };
    expect((await find(any)).statusCode).toBe(200);
    for (const origin of ['null', 'any.example', 'https://any.example/path']) {
      expect((await find({ ...any, origin })).statusCode).toBe(403);
    }
  });

  it('may be missing where the endpoint says so, but not be another', async () => {
    expect((await hook({ 'x-client-id': PAGE_CLIENT })).statusCode).toBe(201);
    const other = await hook({ 'x-client-id': PAGE_CLIENT, origin: 'https://other.example' });
    expect(other.statusCode).toBe(403);
  });
});

describe('a key as proof beside a client ID', () => {
  it('is passed to the operation', async () => {
    const proven = await hook({ 'x-client-id': PAGE_CLIENT, 'x-api-key': KEY });
    expect(proven.json()).toMatchObject({ actor: { clientId: PAGE_CLIENT, provenBy: 'api_key' } });
    const alone = await hook({ 'x-client-id': PAGE_CLIENT });
    expect(alone.json()).not.toMatchObject({ actor: { provenBy: 'api_key' } });
  });

  it('is refused when it is wrong or of another account', async () => {
    const client = { 'x-client-id': PAGE_CLIENT };
    expect((await hook({ ...client, 'x-api-key': 'wrong' })).statusCode).toBe(401);
    expect((await hook({ ...client, 'x-api-key': OTHER_KEY })).statusCode).toBe(403);
  });

  it('does not stand in for the client ID', async () => {
    expect((await hook({ 'x-api-key': KEY })).statusCode).toBe(403);
  });
});

describe('a public endpoint', () => {
  it('needs no credential and reads none', async () => {
    const headers = { 'x-api-key': 'wrong' };
    const answer = await api.app.inject({ url: '/v2/notice', headers, remoteAddress: anywhere() });
    expect(answer.json()).toEqual({ text: 'hello', actor: { kind: 'none' } });
  });
});
