import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import type { Database } from './database.ts';
import { openLookUp } from './look-up.ts';
import { type OpenDatabase, openDatabase } from './pool.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let open: OpenDatabase;
beforeAll(async () => {
  database = await testDatabase();
  open = openDatabase(database.url, { log: pino({ level: 'silent' }) });
  await sql`create table word (id text primary key, said text not null)`.execute(open.db);
});
afterAll(async () => {
  await open.close();
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await sql`truncate word`.execute(open.db);
  await sql`insert into word values ('a', 'one'), ('b', 'two')`.execute(open.db);
});

const say = (id: string, said: string, db: Database = open.db) =>
  sql`update word set said = ${said} where id = ${id}`.execute(db);

/** Looks words up, records which were queried together, and waits for `gate` after each statement. */
function counter({ blocker }: { readonly blocker?: Promise<void> } = {}) {
  const asked: (readonly string[])[] = [];
  const lookUp = openLookUp({
    nameOf: (id: string) => id,
    find: async (db, ids: readonly string[]) => {
      asked.push(ids);
      const found = await sql<{ id: string; said: string }>`
        select id, said from word where id = any (${ids}::text[])`.execute(db);
      await blocker;
      return new Map(found.rows.map(({ id, said }) => [id, said]));
    },
  });
  return { asked, lookUp };
}

describe('a look-up', () => {
  it('answers simultaneous calls from one statement, each with its own row', async () => {
    const { asked, lookUp } = counter();
    const ids = ['b', 'nobody', 'a', 'b'];
    const found = await Promise.all(ids.map((id) => lookUp(open.db, id)));
    expect(found).toEqual(['two', undefined, 'one', 'two']);
    expect(asked).toEqual([['b', 'nobody', 'a']]);
  });

  it('never answers from a statement that began before the question came', async () => {
    const { promise: blocker, resolve: release } = Promise.withResolvers<void>();
    const { asked, lookUp } = counter({ blocker });
    const early = lookUp(open.db, 'a');
    await expect.poll(() => asked.length).toBe(1);
    await say('a', 'three');
    const late = lookUp(open.db, 'a');
    release();
    expect([await early, await late]).toEqual([expect.any(String), 'three']);
    expect(asked).toEqual([['a'], ['a']]);
  });

  it('shares nothing with a transaction, which sees what it wrote itself', async () => {
    const { asked, lookUp } = counter();
    await open.db.transaction().execute(async (db) => {
      await say('a', 'unsaid', db);
      const found = await Promise.all([lookUp(db, 'a'), lookUp(open.db, 'a')]);
      expect(found).toEqual(['unsaid', 'one']);
    });
    expect(asked).toEqual([['a'], ['a']]);
  });

  it('fails alone for a key that PostgreSQL refuses', async () => {
    const { lookUp } = counter();
    const ends = await Promise.allSettled(['a', '\0', 'b'].map((id) => lookUp(open.db, id)));
    expect(ends).toEqual([
      { status: 'fulfilled', value: 'one' },
      { status: 'rejected', reason: expect.objectContaining({ code: '22021' }) },
      { status: 'fulfilled', value: 'two' },
    ]);
  });
});
