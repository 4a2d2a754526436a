import type { ColumnType } from 'kysely';

/** A `json` column, read and written as the text it holds, so that its key order is never lost. */
export type JsonText = ColumnType<string, string, string>;
