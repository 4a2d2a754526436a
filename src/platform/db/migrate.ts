import { sql } from 'kysely';
import { invariant, Refusal } from '#kit/failure.ts';
import type { Database } from './database.ts';
import { type Migration, readMigrations } from './read-migrations.ts';

/** The advisory lock of migrators: "florin" in ASCII, so that no other program uses it by accident. */
const LOCK = 112_615_912_270_190n;

interface Applied {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** What a run of the migrations did. */
export interface MigrationReport {
  /** The names that were applied now, in order; empty when the schema was up to date. */
  readonly applied: readonly string[];
  /** The names that stood already. */
  readonly alreadyApplied: readonly string[];
}

interface MigrateOptions {
  /** Another folder than this release's own. */
  readonly folder?: string;
}

/**
 * Brings a database to the schema of this release: each missing migration in a transaction of its
 * own, in order. Migrators that run at the same time wait for each other.
 *
 * Refuses a database whose schema is newer than this release, or whose applied migrations are no
 * longer the files that stand here; nothing is changed then. A migration that fails is rolled back
 * and its error thrown; those before it stay.
 */
export function migrate(db: Database, options: MigrateOptions = {}): Promise<MigrationReport> {
  return db.connection().execute(async (connection) => {
    const migrations = await readMigrations(options.folder);
    try {
      // Waiting for another migrator, or filling an index, may take longer than any statement should.
      await sql`set statement_timeout = 0`.execute(connection);
      // A power cut may then undo the last ones, whole and in order: the next start applies them again.
      await sql`set synchronous_commit = off`.execute(connection);
      await sql`select pg_advisory_lock(${LOCK})`.execute(connection);
      return await applyMissing(connection, migrations);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset synchronous_commit`.execute(connection);
      await sql`select pg_advisory_unlock_all()`.execute(connection);
    }
  });
}

/** Applies what is missing, on a connection that holds the lock of migrators. */
async function applyMissing(
  connection: Database,
  migrations: readonly Migration[],
): Promise<MigrationReport> {
  await sql`
    create table if not exists schema_migration (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz(3) not null default now()
    )`.execute(connection);
  const alreadyApplied = await readApplied(connection);
  refuseMismatch(migrations, alreadyApplied);
  const missing = migrations.slice(alreadyApplied.length);
  for (const migration of missing) await apply(connection, migration);
  return { applied: missing.map(nameOf), alreadyApplied: alreadyApplied.map(nameOf) };
}

/**
 * Refuses a database whose schema is not the one of this release, and names what to do; for
 * processes that do not migrate themselves.
 */
export async function checkSchema(db: Database, options: MigrateOptions = {}): Promise<void> {
  const migrations = await readMigrations(options.folder);
  const found = await sql<{ exists: boolean }>`
    select to_regclass('schema_migration') is not null as exists`.execute(db);
  const alreadyApplied = found.rows[0]?.exists === true ? await readApplied(db) : [];
  refuseMismatch(migrations, alreadyApplied);
  const missing = migrations.length - alreadyApplied.length;
  if (missing > 0) {
    throw new Refusal(
      'schema_older',
      409,
      `The database lacks ${missing} migration${missing === 1 ? '' : 's'} of this release: run \`florin migrate\` first.`,
    );
  }
}

/** The name of the newest migration that was applied; throws where none was. */
export async function findNewestMigration(db: Database): Promise<string> {
  const newest = (await readApplied(db)).at(-1);
  invariant(newest !== undefined, 'a database that is served has migrations');
  return newest.name;
}

async function readApplied(db: Database): Promise<readonly Applied[]> {
  const { rows } = await sql<Applied>`
    select number, name, checksum from schema_migration order by number`.execute(db);
  return rows;
}

function refuseMismatch(
  migrations: readonly Migration[],
  alreadyApplied: readonly Applied[],
): void {
  refuseEarlierBaseline(migrations[0], alreadyApplied[0]);
  const newest = alreadyApplied.at(-1);
  if (newest !== undefined && newest.number > migrations.length) {
    throw new Refusal(
      'schema_newer',
      409,
      `The database is at migration ${newest.name}, which is newer than this release: start the newer release that made it.`,
    );
  }
  for (const [i, applied] of alreadyApplied.entries()) {
    const known = migrations[i];
    if (known?.number === applied.number && known.checksum === applied.checksum) continue;
    throw new Refusal(
      'migration_changed',
      409,
      `Migration ${applied.name} was applied in another version than the one that stands here: start the release that made this database. A sandbox starts afresh with \`npm run reset\`.`,
    );
  }
}

/** Until 1.0 all migrations may be replaced by one new baseline, whose first file then gets another name. */
function refuseEarlierBaseline(first: Migration | undefined, applied: Applied | undefined): void {
  if (first === undefined || applied === undefined || first.name === applied.name) return;
  throw new Refusal(
    'schema_before_baseline',
    409,
    `This database was made by an earlier commit, with migrations that begin with ${applied.name} instead of ${first.name}, and cannot be upgraded: start a sandbox afresh with \`npm run reset\`, and any other installation with an empty database.`,
  );
}

function apply(db: Database, migration: Migration): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await sql.raw(migration.text).execute(transaction);
    await sql`
      insert into schema_migration (number, name, checksum)
      values (${migration.number}, ${migration.name}, ${migration.checksum})`.execute(transaction);
  });
}

function nameOf(migration: { readonly name: string }): string {
  return migration.name;
}
