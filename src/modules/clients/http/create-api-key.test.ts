import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClientsHost,
  clientsHost,
  type Headers,
} from '../../../../tests/support/clients-host.ts';
import { createApiKey } from '../create-api-key.ts';

let host: ClientsHost;
beforeAll(async () => {
  host = await clientsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const create = (body: unknown, headers: Headers = host.own.email) =>
  host.call('POST /v1/api-keys', headers, body);
const use = async (apiKey: unknown) =>
  (await host.call('GET /v2/client-ids', { 'x-api-key': String(apiKey) })).status;
const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(host.now().getTime() + days * DAY_MS).toISOString();
const countKeys = async ({ accountId }: { accountId: string }) => {
  const rows = await host.ctx.db
    .selectFrom('api_key')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  return rows.length;
};

describe('201', () => {
  it('answers a key that works, to any session', async () => {
    for (const headers of [host.own.email, host.own.wallet]) {
      const made = await create({ label: 'Till' }, headers);
      expect(made).toEqual({
        status: 201,
        body: {
          id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
          apiKey: expect.stringMatching(/^florin_sandbox_[0-9A-Za-z]{38}$/),
          label: 'Till',
          prefix: expect.stringMatching(/^florin_sandbox_[0-9A-Za-z]{4}$/),
          createdAt: host.now().toISOString(),
          expiresAt: null,
          lastUsedAt: null,
        },
      });
      expect(await use(made.body['apiKey'])).toBe(200);
    }
  });

  it('gives it an end', async () => {
    const { body } = await create({ label: 'Till', expiresAt: inDays(1) });
    expect(body).toMatchObject({ expiresAt: inDays(1) });
    host.now.advance(DAY_MS - 1);
    expect(await use(body['apiKey'])).toBe(200);
    host.now.advance(1);
    expect(await use(body['apiKey'])).toBe(401);
  });

  it('is refused with one character mistyped', async () => {
    const apiKey = String((await create({ label: 'Till' })).body['apiKey']);
    const typo = `${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`;
    expect(await use(typo)).toBe(401);
  });

  // A thief of the database, with its log, must not be able to call.
  it('keeps it nowhere in the database', async () => {
    const apiKey = String((await create({ label: 'Till' })).body['apiKey']);
    const { db } = host.ctx;
    const dump = JSON.stringify([
      await db.selectFrom('api_key').selectAll().execute(),
      await db.selectFrom('audit_entry').selectAll().execute(),
    ]);
    const secret = apiKey.slice(apiKey.lastIndexOf('_') + 1);
    for (const part of [apiKey, secret, secret.slice(4), secret.slice(0, 12)]) {
      expect(dump).not.toContain(part);
    }
  });
});

describe('400', () => {
  it.each<[string, object]>([
    ['label', {}],
    ['label', { label: '' }],
    ['label', { label: 'a'.repeat(101) }],
    ['label', { label: 'a\0' }],
    ['expiresAt', { label: 'Till', expiresAt: 'tomorrow' }],
    ['expiresAt', { label: 'Till', expiresAt: '2026-01-02T03:04:05.000Z' }],
    ['expiresAt', { label: 'Till', expiresAt: '2020-01-01T00:00:00.000Z' }],
    ['expiresAt', { label: 'Till', expiresAt: '2032-01-01T00:00:00.000Z' }],
    ['expiresAt', { label: 'Till', expiresAt: null }],
    ['scopes', { label: 'Till', scopes: ['read'] }],
  ])('names %s in %j and makes none', async (field, body) => {
    const before = await countKeys(host.own);
    const asked = await create(body);
    expect(asked.status).toBe(400);
    expect(JSON.stringify(asked.body)).toContain(field);
    expect(await countKeys(host.own)).toBe(before);
  });

  it('refuses one more than can work at a time, also when two come at once', async () => {
    const { accountId, email } = host.foreign;
    while ((await countKeys(host.foreign)) < 99) {
      await createApiKey(host.ctx, { accountId, label: 'One of many' });
    }
    const both = await Promise.all([create({ label: 'x' }, email), create({ label: 'x' }, email)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await create({ label: 'x' }, email)).toMatchObject({
      body: { code: 'too_many_api_keys' },
    });
    // One that no longer works does not count.
    await host.ctx.db
      .updateTable('api_key')
      .set({ revoked_at: host.now() })
      .where('account_id', '=', accountId)
      .where('label', '=', 'x')
      .execute();
    expect((await create({ label: 'x' }, email)).status).toBe(201);
  });
});

describe('401', () => {
  it('requires a session, and takes no unknown one', async () => {
    expect((await create({ label: 'x' }, {})).status).toBe(401);
    expect((await create({ label: 'x' }, { authorization: 'Bearer nothing' })).status).toBe(401);
  });
});

describe('403', () => {
  // A stolen key must not be able to make itself an heir.
  it('refuses an API key', async () => {
    expect((await create({ label: 'x' }, host.own.apiKey)).status).toBe(403);
  });
});
