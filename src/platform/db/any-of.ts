import { type RawBuilder, sql } from 'kysely';
import { arrayText, byteaText } from './array-text.ts';

const BYTEA = sql.raw('bytea[]');
const TEXT = sql.raw('text[]');

/**
 * `any (...)` of texts or bytes whose number changes from call to call. The list is read by a
 * subselect, so that PostgreSQL expects the same length of every list and reuses one plan for all of them. Given
 * the list itself, it may plan again on each call, which takes longer than a look-up by key.
 */
export function anyOf<Value extends string | Buffer>(values: readonly Value[]): RawBuilder<Value> {
  const isBytes = Buffer.isBuffer(values[0]);
  const cells = values.map((value) => (typeof value === 'string' ? value : byteaText(value)));
  const type = isBytes ? BYTEA : TEXT;
  return anyIn<Value>(arrayText(cells), type);
}

/** The same of bytes in the text of an array, for a statement whose own text is kept. */
export function anyOfBytes(list: string): RawBuilder<Buffer> {
  return anyIn<Buffer>(list, BYTEA);
}

function anyIn<Value>(list: string, type: RawBuilder<unknown>): RawBuilder<Value> {
  return sql<Value>`any (array(select unnest(${list}::${type})))`;
}
