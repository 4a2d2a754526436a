import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.generated.ts';

/** Rows of one table, all with the same columns. */
interface Rows<Table extends keyof Tables, Column extends keyof Insertable<Tables[Table]>> {
  readonly into: Table;
  /** The columns that are written; the others take their defaults. */
  readonly columns: readonly Column[];
  readonly rows: readonly Pick<Insertable<Tables[Table]>, Column>[];
  /** The columns of type `json`, whose text is a value of its own and no string. */
  readonly json?: readonly Column[];
}

/**
 * An insert of any number of rows whose text depends on no number: they travel as one parameter,
 * so that it is prepared once. It can stand alone or in a `with` of a larger statement.
 */
export function insertRows<
  Table extends keyof Tables,
  Column extends keyof Insertable<Tables[Table]> & string,
>({ into, columns, rows, json = [] }: Rows<Table, Column>): RawBuilder<unknown> {
  const table = sql.table(into);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  return sql`insert into ${table} (${names}) select ${names}
    from json_populate_recordset(null::${table}, ${jsonOf({ columns, rows, json })}::json)`;
}

/** The rows as PostgreSQL reads them back by the types of their columns, not a digit of them lost. */
function jsonOf<Column extends string>({
  columns,
  rows,
  json,
}: {
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Partial<Record<Column, unknown>>>[];
  readonly json: readonly Column[];
}): string {
  const written = (name: Column, value: unknown) =>
    typeof value === 'string' && json.includes(name)
      ? JSON.parse(value, (_key, part) => wellFormed(part))
      : jsonValue(value);
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((name) => [name, written(name, row[name])]))),
  );
}

function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return wellFormed(value);
}

/** Half of a surrogate pair is no character: the driver would send a replacement, and JSON refuses it. */
function wellFormed(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
