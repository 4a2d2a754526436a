import type { Kysely } from 'kysely';
import type { Tables } from './tables.generated.ts';

/** The database, or a transaction on it: statements are the same for both. */
export type Database = Kysely<Tables>;
