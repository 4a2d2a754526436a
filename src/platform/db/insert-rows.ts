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
  const cells: string[] = [];
  for (const name in columns) {
    const type = columns[name];
    cells.push(arrayText(rows.map((row) => cellOf(row[name], type))));
  }
  return sql(textOf(into, columns), ...cells);
}

type Columns = Readonly<Record<string, ColumnType>>;

/** An insert without its parameters. */
interface InsertText {
  readonly into: string;
  readonly text: TemplateStringsArray;
}

const texts = new WeakMap<Columns, InsertText>();

/** The text of an insert between its parameters. It is built once where the columns are a constant. */
function textOf(into: string, columns: Columns): TemplateStringsArray {
  const built = texts.get(columns);
  if (built?.into === into) return built.text;
  const names = Object.keys(columns).map((name) => `"${name}"`);
  // Set-returning functions in the list of a select advance together, row by row, and store nothing.
  const start = `insert into "${into}" (${names.join(', ')}) select unnest(`;
  const casts = Object.values(columns).map((type) => `::text[])::${type}`);
  const parts = [
    start,
    ...casts.map((cast, at) => (at < names.length - 1 ? `${cast}, unnest(` : cast)),
  ];
  const text = Object.assign(parts, { raw: parts });
  texts.set(columns, { into, text });
  return text;
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

/** The escape of half of a surrogate pair, or of a whole one. */
const HALF_PAIR_ESCAPE = /\\u[dD]/;

/** Half of a surrogate pair is no character: the driver would send a replacement, and JSON refuses it. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}

function wellFormedJson(text: string): string {
  if (!HALF_PAIR_ESCAPE.test(text)) return wellFormed(text);
  return JSON.stringify(
    JSON.parse(text, (_key, part) => (typeof part === 'string' ? wellFormed(part) : part)),
  );
}
