import { SEALED_CHECK_PAGE, SEALED_PERSON } from '#modules/payers/index.ts';
import { SEALED_PAYMENT_DETAILS } from '#modules/payment-details/index.ts';
import type { SealedTable } from '#platform/db/reseal.ts';

/** Every column with sealed personal data. What is missing here is not sealed anew when keys are rotated. */
export const SEALED_TABLES: readonly SealedTable[] = [
  SEALED_PERSON,
  SEALED_CHECK_PAGE,
  SEALED_PAYMENT_DETAILS,
];
