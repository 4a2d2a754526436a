import { sql } from 'kysely';
import { type Clock, elapsedMs } from '#kit/clock.ts';
import type { Database } from './database.ts';

/** The database as it is now. */
export interface DatabaseMeasures {
  /** Such as `18.1`. */
  readonly version: string;
  /** How long it took to be asked this, in milliseconds. */
  readonly latencyMs: number;
  readonly sizeBytes: number;
  /** The connections to this database, of every program, and how many its server takes to all of its databases. */
  readonly connections: number;
  readonly connectionsMax: number;
  /** How far its clock is ahead of ours; negative where it is behind. */
  readonly clockAheadMs: number;
}

/** Reads how the database is, by one statement whose cost does not grow with its rows. */
export async function measureDatabase(db: Database, now: Clock): Promise<DatabaseMeasures> {
  const [startedMs, startedAt] = [elapsedMs(), now().getTime()];
  const { rows } = await sql<{
    version: string;
    size: bigint;
    connections: number;
    connections_max: number;
    clock: Date;
  }>`
    select
      split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database()) as size,
      (select count(*)::integer from pg_stat_activity
        where datname = current_database()) as connections,
      current_setting('max_connections')::integer as connections_max,
      clock_timestamp() as clock`.execute(db);
  const latencyMs = elapsedMs() - startedMs;
  const [row] = rows;
  // It read its clock about half-way between the question and the answer.
  const oursMs = startedAt + latencyMs / 2;
  return {
    version: row?.version ?? '',
    latencyMs,
    sizeBytes: Number(row?.size ?? 0n),
    connections: row?.connections ?? 0,
    connectionsMax: row?.connections_max ?? 0,
    clockAheadMs: Math.round((row?.clock.getTime() ?? oursMs) - oursMs),
  };
}
