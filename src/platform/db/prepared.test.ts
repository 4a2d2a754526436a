import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import type { Database } from './database.ts';
import { openDatabase } from './pool.ts';

let test: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test[Symbol.asyncDispose]());

/** One connection, so that what was prepared is there for the next statement. */
function openOne() {
  return openDatabase(test.url, { log: pino({ level: 'silent' }), connectionsMax: 1 });
}

async function preparedTexts(db: Database): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements
    where statement not like '%pg_prepared_statements%' order by prepare_time`.execute(db);
  return rows.map(({ statement }) => statement);
}

const accountNamed = (db: Database, name: string) =>
  db.selectFrom('account').select('id').where('name', '=', name).execute();

describe('preparing', () => {
  it('plans a statement once for a connection, whatever its values are', async () => {
    const { db, close } = openOne();
    await db
      .insertInto('account')
      .values([
        { id: 'a', name: 'A', created_at: new Date(0) },
        { id: 'b', name: 'B', created_at: new Date(0) },
      ])
      .execute();
    expect(await accountNamed(db, 'A')).toEqual([{ id: 'a' }]);
    expect(await accountNamed(db, 'B')).toEqual([{ id: 'b' }]);
    expect(await preparedTexts(db)).toEqual([
      expect.stringContaining('insert into "account"'),
      'select "id" from "account" where "name" = $1',
    ]);
    await close();
  });

  // Watchers and sweeps read where networks stand with each block and each poll.
  it('plans a query without parameters once as well', async () => {
    const { db, close } = openOne();
    const allAccounts = () => db.selectFrom('account').select('id').execute();
    await allAccounts();
    await allAccounts();
    expect(await preparedTexts(db)).toEqual(['select "id" from "account"']);
    await close();
  });

  // A migration file is many statements in one text, which cannot be prepared.
  it('sends what is not one query as it is', async () => {
    const { db, close } = openOne();
    await sql.raw('select 1; select 2').execute(db);
    await sql.raw('listen something').execute(db);
    await db.transaction().execute(async () => undefined);
    expect(await preparedTexts(db)).toEqual([]);
    await close();
  });

  // Without an end, a list of another length each time would fill the memory of the server.
  it('stops preparing at three hundred texts, and still answers', async () => {
    const { db, close } = openOne();
    for (let length = 1; length <= 310; length += 1) {
      const { rows } = await sql<{ size: number }>`
        select cardinality(array[${sql.join(Array.from({ length }, (_, i) => i))}]::int[]) as size
      `.execute(db);
      expect(rows).toEqual([{ size: length }]);
    }
    expect(await preparedTexts(db)).toHaveLength(300);
    await close();
  });

  it('keeps a connection usable after a prepared statement was refused', async () => {
    const { db, close } = openOne();
    const twice = { id: 'twice', name: 'T', created_at: new Date(0) };
    await db.insertInto('account').values(twice).execute();
    await expect(db.insertInto('account').values(twice).execute()).rejects.toThrow(/duplicate/);
    await db
      .insertInto('account')
      .values({ ...twice, id: 'other' })
      .execute();
    expect(await accountNamed(db, 'T')).toHaveLength(2);
    await close();
  });

  it('serves a transaction from the one connection that it uses', async () => {
    const { db, close } = openOne();
    await db.transaction().execute(async (inside) => {
      await accountNamed(inside, 'A');
      expect(await preparedTexts(inside)).toEqual([expect.stringContaining('"name" = $1')]);
    });
    await close();
  });
});
