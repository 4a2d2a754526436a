import type { SealedTable } from '#platform/db/reseal.ts';

/** Where the data of payers is, for the rotation of keys. */
export const SEALED_PERSON: SealedTable = { table: 'payer_secret', column: 'person' };

/** Where the addresses of the providers' pages are, for the same. */
export const SEALED_CHECK_PAGE: SealedTable = { table: 'payer', column: 'check_page' };
