import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TEST_TIME, testDatabase } from '../../../tests/support/database.ts';
import { claimDatabase } from './claim-database.ts';
import { checkSchema, migrate } from './migrate.ts';
import { openDatabase } from './pool.ts';

let test: Awaited<ReturnType<typeof testDatabase>>;
let folder: string;
beforeEach(async () => {
  test = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'florin-migrations-'));
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Empties the copied database, as if it had never been migrated. */
async function startEmpty(): Promise<void> {
  await sql`drop schema public cascade`.execute(test.db);
  await sql`create schema public`.execute(test.db);
}

async function add(name: string, text: string): Promise<void> {
  await writeFile(join(folder, `${name}.sql`), text);
}

async function tables(): Promise<unknown[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
    where nspname = 'public' and relkind = 'r' order by 1`.execute(test.db);
  return rows.map(({ name }) => name);
}

describe('migrating', () => {
  it('applies what is missing, in order, and nothing twice', async () => {
    await startEmpty();
    await add('0001_boxes', "create table box (id text); insert into box values ('a');");
    expect(await migrate(test.db, { folder })).toEqual({
      applied: ['0001_boxes'],
      alreadyApplied: [],
    });
    await add('0002_lids', 'create table lid as select id from box;');
    expect(await migrate(test.db, { folder })).toEqual({
      applied: ['0002_lids'],
      alreadyApplied: ['0001_boxes'],
    });
    expect(await tables()).toEqual(['box', 'lid', 'schema_migration']);
    expect((await sql`select id from lid`.execute(test.db)).rows).toEqual([{ id: 'a' }]);
  });

  it('brings an empty database to the schema that the tests run on', async () => {
    const before = await tables();
    await startEmpty();
    const { applied } = await migrate(test.db);
    expect(applied[0]).toBe('0001_platform');
    expect(await tables()).toEqual(before);
    await checkSchema(test.db);
  });

  // Half a migration would leave a schema that no release supports.
  it('rolls a failing migration back completely, keeps those before it, and can be tried again', async () => {
    await startEmpty();
    await add('0001_boxes', 'create table box (id text);');
    await add('0002_lids', 'create table lid (id text); select 1 / 0;');
    await expect(migrate(test.db, { folder })).rejects.toThrow('division by zero');
    expect(await tables()).toEqual(['box', 'schema_migration']);
    await add('0002_lids', 'create table lid (id text);');
    expect((await migrate(test.db, { folder })).applied).toEqual(['0002_lids']);
  });

  // Two replicas of a new release start at the same moment.
  it('lets migrators that run at once wait for each other', async () => {
    await startEmpty();
    await add('0001_boxes', 'select pg_sleep(0.2); create table box (id text);');
    const other = openDatabase(test.url, { log: pino({ level: 'silent' }) });
    const reports = await Promise.all([
      migrate(test.db, { folder }),
      migrate(other.db, { folder }),
    ]);
    await other.close();
    expect(reports.map(({ applied }) => applied.length).sort()).toEqual([0, 1]);
  });

  it('refuses a schema that is newer than the release, and changes nothing', async () => {
    await startEmpty();
    await add('0001_boxes', 'create table box (id text);');
    await add('0002_lids', 'create table lid (id text);');
    await migrate(test.db, { folder });
    await rm(join(folder, '0002_lids.sql'));
    await expect(migrate(test.db, { folder })).rejects.toThrow(
      /0002_lids.*newer than this release/,
    );
    await expect(checkSchema(test.db, { folder })).rejects.toThrow('start the newer release');
  });

  it('refuses when an applied migration is no longer the file that stands here', async () => {
    await startEmpty();
    await add('0001_boxes', 'create table box (id text);');
    await migrate(test.db, { folder });
    await add('0001_boxes', 'create table box (id text, lid text);');
    await add('0002_lids', 'create table lid (id text);');
    await expect(migrate(test.db, { folder })).rejects.toThrow(/0001_boxes.*another version/);
    expect(await tables()).toEqual(['box', 'schema_migration']);
  });

  it.each([
    ['more', ['0001_accounts', '0002_payments', '0003_events']],
    ['fewer', ['0001_accounts']],
  ])(
    'refuses a database from before the baseline, with %s migrations than that, and says what to do',
    async (_what, earlier) => {
      await startEmpty();
      for (const name of earlier) await add(name, `create table of_${name} (id text);`);
      await migrate(test.db, { folder });
      const before = await tables();
      for (const name of earlier) await rm(join(folder, `${name}.sql`));
      await add('0001_platform', 'create table box (id text);');
      await add('0002_identity', 'create table lid (id text);');
      const refusal = {
        code: 'schema_before_baseline',
        message:
          'This database was made by an earlier commit, with migrations that begin with 0001_accounts instead of 0001_platform, and cannot be upgraded: start a sandbox afresh with `npm run reset`, and any other installation with an empty database.',
      };
      await expect(migrate(test.db, { folder })).rejects.toMatchObject(refusal);
      await expect(checkSchema(test.db, { folder })).rejects.toMatchObject(refusal);
      expect(await tables()).toEqual(before);
    },
  );

  it('does not accept a gap in the numbers or a name without one', async () => {
    await add('0002_lids', 'select 1;');
    await expect(migrate(test.db, { folder })).rejects.toThrow('without gaps');
    await rm(join(folder, '0002_lids.sql'));
    await add('lids', 'select 1;');
    await expect(migrate(test.db, { folder })).rejects.toThrow('is not named like');
  });

  // The connection goes back to the pool, where statements must not run without end.
  it('leaves the settings of its connection as they were', async () => {
    const limits = openDatabase(test.url, { log: pino({ level: 'silent' }), connectionsMax: 1 });
    await migrate(limits.db);
    const { rows } = await sql`
      select name, setting = reset_val and source <> 'session' as is_reset,
        case name when 'statement_timeout' then setting end as setting from pg_settings
      where name in ('statement_timeout', 'synchronous_commit') order by name`.execute(limits.db);
    await limits.close();
    expect(rows).toEqual([
      { name: 'statement_timeout', is_reset: true, setting: '30000' },
      { name: 'synchronous_commit', is_reset: true, setting: null },
    ]);
  });
});

describe('a process that does not migrate', () => {
  it('refuses a schema that is older, and names the command', async () => {
    await startEmpty();
    await expect(checkSchema(test.db)).rejects.toThrow('`florin migrate`');
  });
});

describe('claiming a database', () => {
  // Play money and real money must never meet in one set of ledger.
  it('records the mode once and refuses the other for good', async () => {
    await claimDatabase(test.db, 'sandbox', TEST_TIME);
    await claimDatabase(test.db, 'sandbox', TEST_TIME);
    await expect(claimDatabase(test.db, 'production', TEST_TIME)).rejects.toThrow(
      'belongs to a sandbox installation',
    );
  });

  it('gives it to one mode only, also when both come at once', async () => {
    const claims = await Promise.allSettled([
      claimDatabase(test.db, 'sandbox', TEST_TIME),
      claimDatabase(test.db, 'production', TEST_TIME),
    ]);
    expect(claims.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  });
});
