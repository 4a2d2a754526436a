import type { Kysely } from 'kysely';
import type { Tables } from './tables.generated.ts';

/** The database, or a transaction on it: statements do not know which. */
export type Database = Kysely<Tables>;
