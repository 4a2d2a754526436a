import { systemClock } from '#kit/clock.ts';
import { claimDatabase, type Mode, refuseOtherMode } from '#platform/db/claim-database.ts';
import { checkSchema, migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { reachDatabase } from '#platform/db/reach-database.ts';
import type { Log } from '#platform/log.ts';

interface PrepareParts {
  readonly mode: Mode;
  /** `florin all` brings the schema up to date itself; split engines expect `florin migrate` before. */
  readonly migrates: boolean;
  /** Nothing in the database is changed before this has resolved; undefined is at once. */
  readonly canStart?: Promise<unknown> | undefined;
  readonly log: Log;
}

/** Reaches a database and brings it to this release, or refuses it, on a connection of its own. */
export async function prepareDatabase(
  url: string,
  { mode, migrates, canStart, log }: PrepareParts,
): Promise<void> {
  const { db, close } = openDatabase(url, { log, connectionsMax: 1 });
  try {
    await reachDatabase(db);
    await refuseOtherMode(db, mode);
    await canStart;
    if (migrates) {
      const { applied } = await migrate(db);
      if (applied.length > 0) log.info({ applied }, 'migrated the database');
    } else {
      await checkSchema(db);
    }
    await claimDatabase(db, mode, systemClock());
  } finally {
    await close();
  }
}
