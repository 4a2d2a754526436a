import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { createAccount } from '#modules/identity/index.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { createApiKey } from './create-api-key.ts';
import { findApiKeyActor } from './find-api-key-actor.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

async function keyIn(account: { expiresAt?: Date } = {}) {
  const now = manualClock(TEST_TIME);
  const ctx = testContext({ db: database.db, now });
  const { id: accountId } = await createAccount(ctx, { name: 'A shop' });
  const key = await createApiKey(ctx, { accountId, label: 'Till', ...account });
  return { ctx, now, accountId, ...key };
}

const rowOf = (id: string) =>
  database.db.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('an API key', () => {
  it('returns its account', async () => {
    const { ctx, accountId, id, apiKey } = await keyIn();
    expect(await findApiKeyActor(ctx, apiKey)).toEqual({
      kind: 'api_key',
      accountId,
      apiKeyId: id,
    });
  });

  // A dump of the database must give no access.
  it('is stored as a hash, and nothing that is stored is a key', async () => {
    const { ctx, id, apiKey } = await keyIn();
    const row = await rowOf(id);
    const stored = [row.prefix, row.key_hash.toString('hex'), row.key_hash.toString('base64')];
    expect(JSON.stringify(row)).not.toContain(apiKey.slice(20));
    for (const text of stored) expect(await findApiKeyActor(ctx, text)).toBeUndefined();
  });

  it('is invalid once it was revoked', async () => {
    const { ctx, id, apiKey } = await keyIn();
    await database.db
      .updateTable('api_key')
      .set({ revoked_at: ctx.now() })
      .where('id', '=', id)
      .execute();
    expect(await findApiKeyActor(ctx, apiKey)).toBeUndefined();
  });

  it('is invalid from its expiry on', async () => {
    const { ctx, now, apiKey } = await keyIn({ expiresAt: new Date(TEST_TIME.getTime() + 1000) });
    now.advance(999);
    expect(await findApiKeyActor(ctx, apiKey)).toBeDefined();
    now.advance(1);
    expect(await findApiKeyActor(ctx, apiKey)).toBeUndefined();
  });

  it('that is mistyped costs no query', async () => {
    const { ctx, apiKey } = await keyIn();
    const typo = `${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`;
    const closed = testContext({ ...ctx, db: unusable() });
    expect(await findApiKeyActor(closed, typo)).toBeUndefined();
    await expect(findApiKeyActor(closed, apiKey)).rejects.toThrow('the database was queried');
  });

  it('notes its use, at most once a minute', async () => {
    const { ctx, now, id, apiKey } = await keyIn();
    const used = async () => (await rowOf(id)).last_used_at;
    await findApiKeyActor(ctx, apiKey);
    expect(await used()).toEqual(TEST_TIME);
    now.advance(60_000);
    await findApiKeyActor(ctx, apiKey);
    expect(await used()).toEqual(TEST_TIME);
    now.advance(1);
    await findApiKeyActor(ctx, apiKey);
    expect(await used()).toEqual(now());
  });

  it('costs one query, but for the first of each minute', async () => {
    const { ctx, apiKey } = await keyIn();
    let queries = 0;
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries += 1;
        return result;
      },
    });
    await findApiKeyActor({ ...ctx, db }, apiKey);
    expect(queries).toBe(2);
    await findApiKeyActor({ ...ctx, db }, apiKey);
    expect(queries).toBe(3);
  });

  // Otherwise one slow request with a key would hold up all others with it.
  it('is found without waiting while another transaction holds its row', async () => {
    const { ctx, id, apiKey } = await keyIn();
    await database.db.transaction().execute(async (db) => {
      await db.selectFrom('api_key').select('id').where('id', '=', id).forUpdate().execute();
      expect(await findApiKeyActor(ctx, apiKey)).toBeDefined();
    });
    expect((await rowOf(id)).last_used_at).toBeNull();
  });
});

/** A database that throws at any query. */
function unusable(): typeof database.db {
  return new Proxy(database.db, {
    get: () => {
      throw new Error('the database was queried');
    },
  });
}
