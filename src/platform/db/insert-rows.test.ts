import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertRows } from './insert-rows.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const COLUMNS = { account_id: 'text' } as const;

describe('an insert of rows', () => {
  it('has one text for any number of rows', () => {
    const text = (count: number) => {
      const rows = Array.from({ length: count }, (_, i) => ({ account_id: `acc_${i}` }));
      return insertRows({ into: 'blocked_account', columns: COLUMNS, rows }).compile(database.db);
    };
    expect(text(3).sql).toBe(text(1).sql);
    expect(text(2).parameters).toEqual(['{"acc_0","acc_1"}']);
  });

  it('names its own table also where another one has the same columns', () => {
    const rows = [{ account_id: 'acc_1' }];
    const texts = (['blocked_account', 'merchant_profile', 'blocked_account'] as const).map(
      (into) => insertRows({ into, columns: COLUMNS, rows }).compile(database.db).sql,
    );
    expect(texts).toEqual([
      'insert into "blocked_account" ("account_id") select unnest($1::text[])::text',
      'insert into "merchant_profile" ("account_id") select unnest($1::text[])::text',
      'insert into "blocked_account" ("account_id") select unnest($1::text[])::text',
    ]);
  });

  it.each([
    ['{"a":"\\ud83d\\ude00"}', '😀'],
    ['{"a":"\\uD83D"}', '\ufffd'],
    ['{"a":"\ud83d"}', '\ufffd'],
    ['{"a": "\\u00e9 \\\\ \\" \\\\ud83d"}', 'é \\ " \\ud83d'],
  ])('writes the JSON text %j as one that PostgreSQL reads', async (given, member) => {
    const columns = { customer_info: 'json' } as const;
    const rows = [{ customer_info: given }];
    const insert = insertRows({ into: 'request_person', columns, rows }).compile(database.db);
    const read = await sql<{ member: string }>`
      select (${insert.parameters[0]}::text[])[1]::json ->> 'a' as member`.execute(database.db);
    expect(read.rows).toEqual([{ member }]);
  });
});
