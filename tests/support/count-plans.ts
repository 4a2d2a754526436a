import { sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';
import { TIMES } from './few-reads.ts';

/** How often a connection ran a prepared statement by its kept plan, and how often it planned it for that. */
interface PreparedStatement {
  readonly statement: string;
  readonly kept: bigint;
  readonly planned: bigint;
}

async function preparedSoFar(db: Database): Promise<ReadonlyMap<string, PreparedStatement>> {
  const { rows } = await sql<PreparedStatement>`
    select statement, generic_plans as kept, custom_plans as planned from pg_prepared_statements
    where statement not like '%pg_prepared_statements%'`.execute(db);
  return new Map(rows.map((row) => [row.statement, row]));
}

/** What something costs that is done again and again. */
interface PlansOfOne {
  /** How many statements run each time, without those that begin and end transactions, which are not prepared. */
  readonly statements: number;
  /** Those that are planned again. */
  readonly plannedAgain: readonly string[];
}

/** Does something often, on the one connection of `db`, and counts what PostgreSQL runs and plans for it in the end. */
export async function countPlans(
  db: Database,
  something: () => Promise<unknown>,
): Promise<PlansOfOne> {
  for (let time = 0; time < TIMES; time += 1) await something();
  const before = await preparedSoFar(db);
  for (let time = 0; time < TIMES; time += 1) await something();
  const after = await preparedSoFar(db);
  const run = [...after.values()].map(({ statement, kept, planned }) => ({
    statement,
    kept: kept - (before.get(statement)?.kept ?? 0n),
    planned: planned - (before.get(statement)?.planned ?? 0n),
  }));
  const all = run.reduce((sum, { kept, planned }) => sum + kept + planned, 0n);
  return {
    statements: Number(all) / TIMES,
    plannedAgain: run.flatMap(({ statement, planned }) => (planned > 0n ? [statement] : [])),
  };
}
