import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../support/database.ts';
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
});
