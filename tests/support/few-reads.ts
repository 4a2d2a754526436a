import { sql } from 'kysely';
import type pg from 'pg';
import { expect } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { onEach } from './lent-connections.ts';

/** Above what PostgreSQL takes to settle on one plan for a prepared statement, which is five times. */
export const TIMES = 12;

interface Reads {
  readonly table: string;
  readonly whole: bigint;
  readonly rows: bigint;
  /** Of the table and its indexes: entries of an index that were passed over count nowhere else. */
  readonly blocks: bigint;
}

interface FewReads {
  /** Of one connection, which flushes its statistics before they are read. */
  readonly db: Database;
  readonly tables: readonly string[];
  readonly rowsMax: number;
  /** Where it is left out, blocks are not counted. */
  readonly blocksMax?: number;
}

/** What was read of the tables so far. */
async function readsSoFar({ db, tables }: FewReads): Promise<readonly Reads[]> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<Reads>`
    select relname as table, seq_scan as whole, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows,
      heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read as blocks
    from pg_stat_user_tables join pg_statio_user_tables using (relid, relname)
    where relname = any (${[...tables]}::text[])
    order by relname`.execute(db);
  return rows;
}

/**
 * Has the connections that filled tables count their own reads now: a connection that is idle does so after ten seconds, which
 * may be in the middle of what is measured.
 */
export async function flushStatistics(pool: pg.Pool): Promise<void> {
  await onEach(pool, 'select pg_stat_force_next_flush()');
}

/** Does something often, and expects that it read no table whole, nor more rows or blocks of any than it may. */
export async function expectFewReads(
  few: FewReads,
  something: () => Promise<unknown>,
): Promise<void> {
  // What a transaction reads is counted once it has ended.
  expect(few.db.isTransaction).toBe(false);
  const before = await readsSoFar(few);
  for (let time = 0; time < TIMES; time += 1) await something();
  const after = await readsSoFar(few);
  const { rowsMax, blocksMax = Number.POSITIVE_INFINITY } = few;
  const reads = after.map(({ table, whole, rows, blocks }, i) => ({
    table,
    whole: whole - (before[i]?.whole ?? 0n),
    rowsEach: Number(rows - (before[i]?.rows ?? 0n)) / TIMES,
    blocksEach: Number(blocks - (before[i]?.blocks ?? 0n)) / TIMES,
  }));
  expect(reads).toHaveLength(few.tables.length);
  const tooMany = reads.filter(
    ({ whole, rowsEach, blocksEach }) => whole > 0n || rowsEach > rowsMax || blocksEach > blocksMax,
  );
  expect(tooMany).toEqual([]);
}
