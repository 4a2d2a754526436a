import type { SealedTable } from '#platform/db/reseal.ts';

/** Every column with sealed personal data. What is missing here is not sealed anew when keys are rotated. */
export const SEALED_TABLES: readonly SealedTable[] = [{ table: 'payer_secret', column: 'person' }];
