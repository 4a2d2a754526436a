import { sql } from 'kysely';
import type { DueCondition } from '../sweep.ts';
import type { Database } from './database.ts';

/** Evaluates all conditions in one statement. */
export async function findDue(
  db: Database,
  conditions: readonly DueCondition[],
): Promise<readonly boolean[]> {
  const answers = conditions.map((condition) => sql`coalesce(${condition}, false)`);
  const { rows } = await sql<{ due: boolean[] }>`
    select array[${sql.join(answers)}]::boolean[] as due`.execute(db);
  return rows[0]?.due ?? [];
}
