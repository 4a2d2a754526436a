import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#platform/db/database.ts';

/** Above what PostgreSQL takes to settle on one plan for a prepared statement, which is five times. */
export const TIMES = 12;

interface Reads {
  readonly table: string;
  readonly whole: bigint;
  readonly rows: bigint;
}

interface FewReads {
  /** Of one connection, which is asked to hand in its counts before they are read. */
  readonly db: Database;
  readonly tables: readonly string[];
  readonly rowsMax: number;
}

/** What was read of the tables so far. */
async function readsSoFar({ db, tables }: FewReads): Promise<readonly Reads[]> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<Reads>`
    select relname as table, seq_scan as whole, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
    from pg_stat_user_tables where relname = any (${[...tables]}::text[])
    order by relname`.execute(db);
  return rows;
}

/** Does something often, and expects that it read no table whole, nor more rows of any than it may. */
export async function expectFewReads(
  few: FewReads,
  something: () => Promise<unknown>,
): Promise<void> {
  const before = await readsSoFar(few);
  for (let time = 0; time < TIMES; time += 1) await something();
  const after = await readsSoFar(few);
  const reads = after.map(({ table, whole, rows }, i) => ({
    table,
    whole: whole - (before[i]?.whole ?? 0n),
    rowsEach: Number(rows - (before[i]?.rows ?? 0n)) / TIMES,
  }));
  expect(reads).toHaveLength(few.tables.length);
  expect(reads.filter(({ whole, rowsEach }) => whole > 0n || rowsEach > few.rowsMax)).toEqual([]);
}
