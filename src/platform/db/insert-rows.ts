import { type Insertable, type RawBuilder, sql } from 'kysely';
import { arrayText, type Cell } from './array-text.ts';
import type { Tables } from './tables.generated.ts';

/** The types that written columns have, as PostgreSQL calls them. */
type ColumnType =
  | 'boolean'
  | 'bytea'
  | 'integer'
  | 'json'
  | 'numeric'
  | 'text'
  | 'text[]'
  | 'timestamptz';

/** Rows of one table, all with the same columns. */
interface Rows<Table extends keyof Tables, Column extends keyof Insertable<Tables[Table]>> {
  readonly into: Table;
  /** The columns that are written, with their types; the others take their defaults. */
  readonly columns: Readonly<Record<Column, ColumnType>>;
  readonly rows: readonly Pick<Insertable<Tables[Table]>, NoInfer<Column>>[];
}

/**
 * An insert of any number of rows whose text depends on no number: each column travels as one
 * parameter, so that it is prepared once. It can stand alone or in a `with` of a larger statement.
 */
export function insertRows<
  Table extends keyof Tables,
  Column extends keyof Insertable<Tables[Table]> & string,
>({ into, columns, rows }: Rows<Table, Column>): RawBuilder<unknown> {
  const names: RawBuilder<unknown>[] = [];
  const values: RawBuilder<unknown>[] = [];
  for (const name in columns) {
    names.push(sql.ref(name));
    const cells = arrayText(rows.map((row) => cellOf(row[name], columns[name])));
    // Set-returning functions in the list of a select advance together, row by row, and store nothing.
    values.push(sql`unnest(${cells}::text[])::${sql.raw(columns[name])}`);
  }
  return sql`insert into ${sql.table(into)} (${sql.join(names)}) select ${sql.join(values)}`;
}

/** A value as PostgreSQL reads it back by the type of its column, without losing a digit. */
function cellOf(value: unknown, type: ColumnType): Cell | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return type === 'json' ? wellFormedJson(value) : wellFormed(value);
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  if (Array.isArray(value)) return arrayText(value.map((part) => cellOf(part, 'text')));
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Half of a surrogate pair is no character: the driver would send a replacement, and JSON refuses it. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}

function wellFormedJson(text: string): string {
  return JSON.stringify(
    JSON.parse(text, (_key, part) => (typeof part === 'string' ? wellFormed(part) : part)),
  );
}
