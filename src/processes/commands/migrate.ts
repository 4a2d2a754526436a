import process from 'node:process';
import { systemClock } from '#kit/clock.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { claimDatabase, refuseOtherMode } from '#platform/db/claim-database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { reachDatabase } from '#platform/db/reach-database.ts';
import { openLog } from '#platform/log.ts';
import { type Environment, readConfig } from './read-config.ts';

/** Brings the database to the schema of this release and prints what it did. */
export async function runMigrations(environment: Environment): Promise<void> {
  const config = readConfig(environment);
  if (config.databaseUrl === undefined) {
    process.stderr.write(
      'Set DATABASE_URL: the sandbox migrates its own database when it starts.\n',
    );
    process.exit(1);
  }
  const log = openLog({ level: config.logLevel, mode: config.mode });
  const { db, close } = openDatabase(config.databaseUrl, { log });
  try {
    await reachDatabase(db);
    await refuseOtherMode(db, config.mode);
    const { applied, alreadyApplied } = await migrate(db);
    await claimDatabase(db, config.mode, systemClock());
    for (const name of applied) process.stdout.write(`applied ${name}\n`);
    process.stdout.write(`${applied.length} applied, ${alreadyApplied.length} stood already\n`);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Outage)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } finally {
    await close();
  }
}
