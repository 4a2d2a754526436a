import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { arrayText } from './array-text.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

async function readBack(cells: readonly string[]): Promise<unknown> {
  const { rows } = await sql<{ cells: unknown }>`
    select ${arrayText(cells)}::text[] as cells`.execute(database.db);
  return rows[0]?.cells;
}

it('is read back as it was written, with any characters', async () => {
  const cells = [
    '',
    'plain',
    'a,b',
    '{c}',
    '"',
    '\\',
    '\\"\\',
    'null',
    'NULL',
    ' d ',
    '\n',
    'é',
    "'",
  ];
  expect(await readBack(cells)).toEqual(cells);
  expect(await readBack([])).toEqual([]);
});

it('loses no digit of a number, and keeps bytes', async () => {
  const units = [0n, 2n ** 256n - 1n, -1n];
  const { rows } = await sql<{ units: bigint; bytes: Buffer }>`
    select units, bytes from unnest(
      ${arrayText(units)}::numeric[], ${arrayText(['\\x', '\\x00ff', '\\x5c22'])}::bytea[]
    ) as t (units, bytes)`.execute(database.db);
  expect(rows.map((row) => row.units)).toEqual(units);
  expect(rows.map((row) => row.bytes.toString('hex'))).toEqual(['', '00ff', '5c22']);
});
