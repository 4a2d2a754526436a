import { sql } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { openDatabase } from './pool.ts';

let test: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test[Symbol.asyncDispose]());

describe('what a column is in TypeScript', () => {
  // A number would round amounts above 2^53 and pay the wrong sum.
  it('keeps the largest uint256 exact on the way in and out', async () => {
    const most = 2n ** 256n - 1n;
    const { rows } = await sql<{ units: unknown }>`select ${most}::numeric(78, 0) as units`.execute(
      test.db,
    );
    expect(rows).toEqual([{ units: most }]);
  });

  it('reads a count as a bigint', async () => {
    const { rows } = await sql`select count(*) as events from event`.execute(test.db);
    expect(rows).toEqual([{ events: 0n }]);
  });

  // A webhook body that lost its key order would no longer match its signature's documentation.
  it('leaves a json column the text it was stored as', async () => {
    const text = '{"b": 1,  "a": 2}';
    const { rows } = await sql`select ${text}::json as payload`.execute(test.db);
    expect(rows).toEqual([{ payload: text }]);
  });

  it('reads a time to the millisecond', async () => {
    const time = new Date('2026-01-02T03:04:05.678Z');
    const { rows } = await sql`select ${time}::timestamptz(3) as time`.execute(test.db);
    expect(rows).toEqual([{ time }]);
  });
});

describe('losing connections', () => {
  // An error event without a listener ends the Node process.
  it('fails the running statement, and later ones have a new connection', async () => {
    const { db, close } = openDatabase(test.url, { log: pino({ level: 'silent' }) });
    await sql`select 1`.execute(db);
    const running = sql`select pg_sleep(30), 'victim'`.execute(db).then(
      () => 'answered',
      () => 'failed',
    );
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select pg_terminate_backend(pid) as ended from pg_stat_activity
          where query like '%victim%' and pid <> pg_backend_pid()`.execute(test.db);
        return rows;
      })
      .toEqual([{ ended: true }]);
    expect(await running).toBe('failed');
    // The pool notices a closed connection a moment after its last statement has failed.
    await expect
      .poll(() => sql`select 2 as two`.execute(db).then(({ rows }) => rows, String))
      .toEqual([{ two: 2 }]);
    await close();
  });

  it('is no news once the connections are being closed', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const { db, pool, close } = openDatabase(test.url, { log });
    const connected = new Promise<pg.PoolClient>((resolve) => pool.once('connect', resolve));
    await sql`select 1`.execute(db);
    const client = await connected;
    client.emit('error', new Error('terminated by the administrator'));
    expect(lines).toHaveLength(1);
    await close();
    client.emit('error', new Error('terminated by the administrator'));
    expect(lines).toHaveLength(1);
  });
});

describe('a test database', () => {
  it('is a separate copy', async () => {
    await using other = await testDatabase();
    await other.db
      .insertInto('account')
      .values({ id: 'a', name: 'A', created_at: new Date(0) })
      .execute();
    const found = await test.db.selectFrom('account').select('id').where('id', '=', 'a').execute();
    expect(found).toEqual([]);
  });
});
