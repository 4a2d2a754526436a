import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { testDatabase } from '../support/database.ts';
import { flushStatistics } from '../support/few-reads.ts';
import { insertLink } from '../support/payable-link.ts';

/** Uses a database as a test file does; returns what it found and how it left. */
async function used<Found>(
  work: (database: Awaited<ReturnType<typeof testDatabase>>) => Promise<Found>,
): Promise<{ readonly copy: unknown; readonly found: Found }> {
  await using database = await testDatabase();
  const { rows } =
    await sql`select oid from pg_database where datname = current_database()`.execute(database.db);
  return { copy: rows[0], found: await work(database) };
}

/** Rows, what the planner knows, and its estimate of one table that tests fill. */
async function stateOf({ db }: Awaited<ReturnType<typeof testDatabase>>): Promise<unknown> {
  const { rows } = await sql<{ name: string; xml: string; pages: number; tuples: number }>`
    select relname as name, relpages as pages, reltuples as tuples,
      case relkind when 'r' then query_to_xml(format('select * from %I', relname), true, true, '')::text end as xml
    from pg_class where relnamespace = 'public'::regnamespace order by relname`.execute(db);
  const statistics = await sql`select * from pg_stats where schemaname = 'public'`.execute(db);
  const plan = await sql`explain select * from request`.execute(db);
  return { rows, statistics: statistics.rows, plan: plan.rows };
}

describe('a database of a test file', () => {
  it('is what the template is, also when another file used it', async () => {
    const first = await used(stateOf);
    const filled = await used(async ({ db }) => {
      for (let i = 0; i < 50; i += 1) await insertLink(db);
      await sql`update feed_epoch set position_offset = 5`.execute(db);
      await sql`delete from schema_migration`.execute(db);
      await sql`analyze`.execute(db);
    });
    const again = await used(stateOf);
    expect([filled.copy, again.copy]).toEqual([first.copy, first.copy]);
    expect(again.found).toEqual(first.found);
  });

  it.each([
    'create index on request (salt)',
    'alter table request alter column salt drop not null',
    'alter table request disable trigger all',
    'drop table webhook_delivery cascade',
    'create function nothing() returns int language sql as $$ select 1 $$',
  ])('is not used again after: %s', async (statement) => {
    const changed = await used(({ db }) => sql.raw(statement).execute(db));
    expect((await used(stateOf)).copy).not.toEqual(changed.copy);
  });

  it('is not reached by what an earlier file left running', async () => {
    let left = '';
    const first = await used(async ({ url }) => {
      left = url;
    });
    await using next = await testDatabase();
    const { rows } =
      await sql`select oid from pg_database where datname = current_database()`.execute(next.db);
    expect(rows[0]).toEqual(first.copy);
    const client = new pg.Client({ connectionString: left });
    await expect(client.connect()).rejects.toThrow('does not exist');
  });

  it('refuses the statements of a file that gave it back', async () => {
    let left: Database | undefined;
    await used(async ({ db }) => {
      left = db;
    });
    await using _next = await testDatabase();
    await expect(left?.selectFrom('request').selectAll().execute()).rejects.toThrow('destroyed');
  });

  it('has the same connections for the next file, without what was left in them', async () => {
    const first = await used(async ({ db, pool }) => {
      await pool.query('begin');
      await sql`set statement_timeout = '7s'`.execute(db);
      await sql`select pg_advisory_lock(7)`.execute(db);
      await sql`create temp table request (id int)`.execute(db);
      await sql`listen left_over`.execute(db);
      return processesOf(db);
    });
    const next = await used(async ({ db, pool }) => {
      const client = await pool.connect();
      await expect(client.query('savepoint one')).rejects.toThrow('transaction block');
      client.release();
      const { rows } = await sql`select current_setting('statement_timeout') as timeout,
        current_setting('session_replication_role') as role, to_regclass('pg_temp.request') as temp,
        (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
        (select count(*) from pg_listening_channels()) as channels`.execute(db);
      return { processes: await processesOf(db), state: rows[0] };
    });
    expect(next.found).toEqual({
      processes: first.found,
      state: {
        timeout: '30s',
        role: 'origin',
        temp: null,
        locks: 0n,
        channels: 0n,
      },
    });
  });

  it('has counted all reads of an earlier file when the next one gets it', async () => {
    await used(async ({ db }) => {
      await insertLink(db);
      await Promise.all(Array.from({ length: 3 }, () => insertLink(db)));
      await db.selectFrom('request').selectAll().execute();
    });
    await using next = await testDatabase();
    const before = await readsOf(next.db);
    await flushStatistics(next.pool);
    expect(await readsOf(next.db)).toEqual(before);
  });

  it('loses its connections where a file left a statement running', async () => {
    let running: Promise<unknown> | undefined;
    const first = await used(async ({ db }) => {
      const found = await processesOf(db);
      running = sql`select pg_sleep(100)`.execute(db).catch((error: unknown) => error);
      await sql`select 1`.execute(db);
      return found;
    });
    const next = await used(({ db }) => processesOf(db));
    expect(next.found).not.toEqual(first.found);
    expect(await running).toMatchObject({ message: expect.stringContaining('terminating') });
  });
});

async function processesOf(db: Database): Promise<unknown> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() order by pid`.execute(db);
  return rows;
}

async function readsOf(db: Database): Promise<unknown> {
  const { rows } = await sql`
    select relname, seq_tup_read, idx_tup_fetch from pg_stat_user_tables order by relname`.execute(
    db,
  );
  return rows;
}
