import type { SealedTable } from '#platform/db/reseal.ts';

/** Where the data of payers is, for the rotation of keys. */
export const SEALED_PERSON: SealedTable = { table: 'payer_secret', column: 'person' };
