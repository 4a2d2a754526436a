import type { findCountedPayments } from '#modules/requests/index.ts';

/** A payment that counts, and how the wire shows it to whom it paid. */
export type CountedPayment = Awaited<ReturnType<typeof findCountedPayments>>[number];
