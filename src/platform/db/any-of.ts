import { type RawBuilder, sql } from 'kysely';

/**
 * `any (...)` of texts or bytes whose number changes from call to call. The list stands behind a
 * select, so that PostgreSQL expects as many of every list and keeps one plan for all of them. Told
 * the list itself it may plan anew on each call, which takes longer than a look-up by key.
 */
export function anyOf<Value extends string | Buffer>(values: readonly Value[]): RawBuilder<Value> {
  const type = sql.raw(Buffer.isBuffer(values[0]) ? 'bytea[]' : 'text[]');
  return sql<Value>`any (array(select unnest(${values}::${type})))`;
}
