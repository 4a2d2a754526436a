import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { hashSecret } from '#kit/secret.ts';
import { createAccount } from '#modules/identity/index.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { createApiKey } from './create-api-key.ts';
import { liftBlock } from './lift-block.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db, actor: { kind: 'operator' } });
});
afterAll(() => database[Symbol.asyncDispose]());

async function countsOf(...keys: string[]) {
  await database.db.deleteFrom('rate_limit_block').execute();
  const rows = keys.map((key) => ({ key, ends_at_ms: 9_999n }));
  await database.db.insertInto('rate_limit_block').values(rows).execute();
}
const left = async () => {
  const blocks = database.db.selectFrom('rate_limit_block').select('key');
  const rows = await blocks.orderBy('key').execute();
  return rows.map(({ key }) => key);
};

describe('lifting a block', () => {
  it('knows an API key by its id, at every address and for every limit', async () => {
    const { id: accountId } = await createAccount(ctx, { name: 'A shop' });
    const { id, apiKey } = await createApiKey(ctx, { accountId, label: 'Till' });
    const hash = hashSecret(apiKey).toString('base64url');
    const other = `api_key:${'x'.repeat(43)}:192.0.2.1`;
    await countsOf(`api_key:${hash}:192.0.2.1`, `api_key.management:${hash}:198.51.100.7`, other);
    expect(await liftBlock(ctx, id)).toBe(2);
    expect(await left()).toEqual([other]);
  });

  it('knows an address by what one subscriber holds', async () => {
    await countsOf('a:192.0.2.1', 'client_id:cli_x:192.0.2.1', 'a:192.0.2.10');
    expect(await liftBlock(ctx, '192.0.2.1')).toBe(2);
    expect(await left()).toEqual(['a:192.0.2.10']);
    await countsOf('a:20010db800000001');
    expect(await liftBlock(ctx, '2001:db8:0:1::5')).toBe(1);
    // The log is kept for good, and an address is a person's.
    const entries = await database.db.selectFrom('audit_entry').selectAll().execute();
    expect(JSON.stringify(entries)).not.toMatch(/192\.0\.2|2001:db8/);
  });

  it.each(['a', 'client_id', '', '192.0.2', 'cli_nobody', '01KC9TZ5S2E8VXH3M6Q4WJ7RBD'])(
    'refuses %j and lifts nobody’s',
    async (name) => {
      await countsOf('a:192.0.2.1');
      await expect(liftBlock(ctx, name)).rejects.toThrow(/no client ID|not found/i);
      expect(await left()).toHaveLength(1);
    },
  );
});
