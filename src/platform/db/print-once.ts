import type { Compilable, CompiledQuery } from 'kysely';
import { invariant } from '#kit/failure.ts';
import type { Database } from './database.ts';

/**
 * A query with one parameter whose text is built and printed once for all calls. Its columns are checked as
 * those of any other; for each call only the parameter is new.
 */
export function printOnce<Row>(
  build: (db: Database, parameter: string) => Compilable<Row>,
): (db: Database, parameter: string) => Promise<Row[]> {
  let printed: CompiledQuery<Row> | undefined;
  return async (db, parameter) => {
    printed ??= build(db, parameter).compile();
    invariant(
      printed.parameters.length === 1,
      'nothing else of the query changes from call to call',
    );
    const { rows } = await db.executeQuery<Row>({ ...printed, parameters: [parameter] });
    return rows;
  };
}
