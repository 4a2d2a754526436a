import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { insertPartner } from '../../../tests/support/signed-in.ts';
import { findOrchestratorKeyActor } from './find-orchestrator-key-actor.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

async function partner() {
  const accountId = await insertAccount(database.db);
  const { id, header } = await insertPartner(database.db, accountId);
  return { accountId, id, raw: header['x-orchestrator-key'] };
}

describe('an orchestrator key', () => {
  it('returns its partner', async () => {
    const { accountId, id, raw } = await partner();
    expect(await findOrchestratorKeyActor(testContext({ db: database.db }), raw)).toEqual({
      kind: 'orchestrator_key',
      accountId,
      orchestratorId: id,
      orchestratorKeyId: expect.any(String),
    });
  });

  it('that has not the form of one costs no query', async () => {
    const { raw } = await partner();
    const closed = new Proxy(database.db, {
      get: () => {
        throw new Error('the database was queried');
      },
    });
    const ctx = testContext({ db: closed });
    expect(await findOrchestratorKeyActor(ctx, raw.slice(0, -1))).toBeUndefined();
    await expect(findOrchestratorKeyActor(ctx, raw)).rejects.toThrow('the database was queried');
  });

  // A dump of the database must give no access.
  it('is stored as a hash, and nothing that is stored is a key', async () => {
    const { id } = await partner();
    const row = await database.db
      .selectFrom('orchestrator_key')
      .selectAll()
      .where('orchestrator_id', '=', id)
      .executeTakeFirstOrThrow();
    const ctx = testContext({ db: database.db });
    const hash = row.key_hash.toString('hex');
    for (const text of [row.prefix, hash, `orc_sandbox_${hash.slice(0, 32)}`]) {
      expect(await findOrchestratorKeyActor(ctx, text)).toBeUndefined();
    }
  });

  // Otherwise one slow request with a key would hold up all others with it.
  it('is found without waiting while another transaction holds its row', async () => {
    const { id, raw } = await partner();
    await database.db.transaction().execute(async (db) => {
      await db
        .selectFrom('orchestrator_key')
        .select('id')
        .where('orchestrator_id', '=', id)
        .forUpdate()
        .execute();
      const ctx = testContext({ db: database.db });
      expect(await findOrchestratorKeyActor(ctx, raw)).toBeDefined();
    });
  });
});
