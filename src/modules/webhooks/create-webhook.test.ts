import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { clientIdActor } from '../../../tests/support/actors.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount, insertClientId } from '../../../tests/support/payable-link.ts';
import { createWebhook } from './create-webhook.ts';
import { listWebhooks } from './list-webhooks.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let accountId: string;
let keyed: Context;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  accountId = await insertAccount(database.db);
  keyed = testContext({
    db: database.db,
    actor: { kind: 'api_key', accountId, apiKeyId: 'key' },
  });
});

/** The same account, called with a client ID. */
async function asClientId(
  parts: { domains?: string[]; provenBy?: 'api_key' } = {},
): Promise<Context> {
  const { id, clientId } = await insertClientId(database.db, accountId);
  const { domains = [], ...proof } = parts;
  return {
    ...keyed,
    actor: clientIdActor({
      accountId,
      clientIdId: id,
      clientId,
      allowedDomains: domains,
      ...proof,
    }),
  };
}

const url = 'https://hook.example/a';

describe('registering', () => {
  it('answers a secret of 64 hex digits, which is stored sealed and never listed', async () => {
    const { id, secret } = await createWebhook(keyed, { url });
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    const row = await database.db
      .selectFrom('webhook_endpoint')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.secret_sealed.toString('utf8')).not.toContain(secret);
    expect(keyed.vault.open({ bytes: row.secret_sealed, keyVersion: row.secret_key_version })).toBe(
      secret,
    );
    expect(await listWebhooks(keyed)).toMatchObject([
      { id, url, isActive: true, createdAt: '2026-01-02T03:04:05.000Z' },
    ]);
  });

  it('keeps scopes apart, and shows platform-wide endpoints to every client ID', async () => {
    const [first, second] = [await asClientId(), await asClientId()];
    const wide = await createWebhook(keyed, { url: 'https://wide.example' });
    const own = await createWebhook(first, { url });
    const other = await createWebhook(second, { url });
    const ids = async (ctx: Context) => (await listWebhooks(ctx)).map((row) => row.id);
    expect(await ids(first)).toEqual([wide.id, own.id]);
    expect(await ids(second)).toEqual([wide.id, other.id]);
    expect(await ids(keyed)).toEqual([wide.id]);
    expect(own.secret).not.toBe(other.secret);
  });

  it.each(['https://hook.example/a', 'https://HOOK.example:443/a/', 'https://hook.example./a'])(
    'refuses %s when that address is registered for the scope already',
    async (again) => {
      const client = await asClientId();
      await createWebhook(client, { url });
      await expect(createWebhook(client, { url: again })).rejects.toMatchObject({
        status: 400,
        code: 'webhook_url_taken',
      });
    },
  );

  it('refuses an address that is registered platform-wide', async () => {
    await createWebhook(keyed, { url });
    await expect(createWebhook(await asClientId(), { url })).rejects.toMatchObject({ status: 400 });
  });

  it('lets exactly one of many callers have an address', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => createWebhook(keyed, { url })),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    expect(await listWebhooks(keyed)).toHaveLength(1);
  });

  it('refuses an address that may not receive, with the reason, and writes nothing', async () => {
    await expect(createWebhook(keyed, { url: 'http://hook.example' })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_url',
      message: 'url must start with https://',
      errors: [{ field: 'url' }],
    });
    expect(await listWebhooks(keyed)).toEqual([]);
  });
});

describe('a client ID that browsers carry', () => {
  const domains = ['https://shop.example'];

  it('manages webhooks alone where the installation takes it as proof', async () => {
    await createWebhook(await asClientId({ domains }), { url });
  });

  it('is refused alone where it does not, and taken with an API key beside it', async () => {
    const strict = { ...keyed.settings, webhookManagementProof: 'session' as const };
    const alone = { ...(await asClientId({ domains })), settings: strict };
    await expect(createWebhook(alone, { url })).rejects.toMatchObject({ status: 403 });
    await expect(listWebhooks(alone)).rejects.toMatchObject({ status: 403 });
    const proven = { ...(await asClientId({ domains, provenBy: 'api_key' })), settings: strict };
    await createWebhook(proven, { url });
    await createWebhook({ ...(await asClientId()), settings: strict }, { url });
  });
});
