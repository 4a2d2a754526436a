import { type RawBuilder, sql } from 'kysely';

/**
 * `any (...)` of texts or bytes whose number changes from call to call. The list is read by a
 * subselect, so that PostgreSQL expects the same length of every list and reuses one plan for all of them. Given
 * the list itself, it may plan again on each call, which takes longer than a look-up by key.
 */
export function anyOf<Value extends string | Buffer>(values: readonly Value[]): RawBuilder<Value> {
  const type = sql.raw(Buffer.isBuffer(values[0]) ? 'bytea[]' : 'text[]');
  return sql<Value>`any (array(select unnest(${values}::${type})))`;
}
