export { claimExpiredPayers, type ErasureReason, erasePayer } from './erase-payer.ts';
export { exportPayer } from './export-payer.ts';
export { findPayer } from './find-payer.ts';
export { findBirthDateProblem } from './model/birth-date.ts';
export { SEALED_CHECK_PAGE, SEALED_PERSON } from './sealed-person.ts';
export { payerNotFound } from './view-payer.ts';
