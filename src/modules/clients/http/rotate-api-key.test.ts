import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClientsHost,
  clientsHost,
  type Headers,
} from '../../../../tests/support/clients-host.ts';
import { createApiKey } from '../create-api-key.ts';
import { revokeApiKey } from '../revoke-api-key.ts';

let host: ClientsHost;
beforeAll(async () => {
  host = await clientsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const DAY_MS = 24 * 60 * 60 * 1000;
const keyOf = ({ accountId }: { accountId: string }, expiresAt?: Date) =>
  createApiKey(host.ctx, { accountId, label: 'Server', expiresAt });
const rotate = (id: string, body: unknown = {}, headers: Headers = host.own.email) =>
  host.call(`POST /v1/api-keys/${id}/rotate`, headers, body);
const use = async (apiKey: unknown) =>
  (await host.call('GET /v2/client-ids', { 'x-api-key': String(apiKey) })).status;

describe('201', () => {
  it('lets both keys work for the overlap and then only the new one', async () => {
    const old = await keyOf(host.own);
    const { status, body } = await rotate(old.id, { overlapSeconds: 3_600 });
    expect(status).toBe(201);
    expect(body).toMatchObject({ label: 'Server', expiresAt: null, lastUsedAt: null });
    host.now.advance(3_600_000 - 1);
    expect([await use(old.apiKey), await use(body['apiKey'])]).toEqual([200, 200]);
    host.now.advance(1);
    expect([await use(old.apiKey), await use(body['apiKey'])]).toEqual([401, 200]);
  });

  it('takes a day where no overlap is named, and none for 0', async () => {
    const [day, none] = [await keyOf(host.own), await keyOf(host.own)];
    await rotate(day.id);
    await rotate(none.id, { overlapSeconds: 0 });
    expect(await use(none.apiKey)).toBe(401);
    host.now.advance(DAY_MS - 1);
    expect(await use(day.apiKey)).toBe(200);
    host.now.advance(1);
    expect(await use(day.apiKey)).toBe(401);
  });

  it('never gives the old key a longer life than it had', async () => {
    const old = await keyOf(host.own, new Date(host.now().getTime() + 1_000));
    const { body } = await rotate(old.id, { overlapSeconds: 3_600 });
    host.now.advance(1_000);
    expect(await use(old.apiKey)).toBe(401);
    expect(await use(body['apiKey'])).toBe(200);
  });

  it('gives the new key an end where one is named', async () => {
    const old = await keyOf(host.own);
    const expiresAt = new Date(host.now().getTime() + DAY_MS).toISOString();
    const { body } = await rotate(old.id, { expiresAt });
    expect(body).toMatchObject({ expiresAt });
  });
});

describe('400', () => {
  it.each<[string, object]>([
    ['overlapSeconds', { overlapSeconds: -1 }],
    ['overlapSeconds', { overlapSeconds: 2_592_001 }],
    ['overlapSeconds', { overlapSeconds: 1.5 }],
    ['overlapSeconds', { overlapSeconds: '60' }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00.000Z' }],
    ['label', { label: 'New' }],
  ])('names %s in %j and changes nothing', async (field, body) => {
    const { id, apiKey } = await keyOf(host.own);
    const asked = await rotate(id, body);
    expect(asked.status).toBe(400);
    expect(JSON.stringify(asked.body)).toContain(field);
    host.now.advance(DAY_MS);
    expect(await use(apiKey)).toBe(200);
  });
});

describe('401', () => {
  it('requires a session', async () => {
    const { id } = await keyOf(host.own);
    expect((await rotate(id, {}, {})).status).toBe(401);
  });
});

describe('403', () => {
  it('refuses an API key, also the one that is to be rotated', async () => {
    const { id, apiKey } = await keyOf(host.own);
    expect((await rotate(id, {}, { 'x-api-key': apiKey })).status).toBe(403);
  });
});

describe('404', () => {
  it('answers another account’s like nothing, and leaves it alone', async () => {
    const { id, apiKey } = await keyOf(host.foreign);
    for (const text of [id, '01KC9TZ5S2E8VXH3M6Q4WJ7RBD', 'nonsense', '%00']) {
      expect((await rotate(text, { overlapSeconds: 0 })).status).toBe(404);
    }
    expect(await use(apiKey)).toBe(200);
  });
});

describe('409', () => {
  it('refuses one that was rotated, has expired or is revoked', async () => {
    const { accountId } = host.own;
    const [twice, short, dead] = [
      await keyOf(host.own),
      await keyOf(host.own, new Date(host.now().getTime() + 1)),
      await keyOf(host.own),
    ];
    await rotate(twice.id);
    host.now.advance(1);
    await revokeApiKey(host.ctx, { accountId, id: dead.id });
    for (const { id } of [twice, short, dead]) {
      expect(await rotate(id)).toMatchObject({ status: 409, body: { code: 'api_key_not_active' } });
    }
  });

  it('makes one heir when two rotations come at once', async () => {
    const { id } = await keyOf(host.own);
    const both = await Promise.all([rotate(id), rotate(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});
