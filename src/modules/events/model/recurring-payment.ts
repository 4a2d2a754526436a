import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

/** Which recurring payout something is about. */
export const RecurringPayment = z.strictObject({ id: z.string() }).meta({
  id: 'EventRecurringPayment',
  description: 'The recurring payout that the request is an instalment of, where it is one.',
  examples: [{ id: SAMPLE.token }],
});

/** The member that names the recurring payout; nothing where there is none. */
export function recurringKeys(recurringPayoutId: string | null) {
  return recurringPayoutId === null ? {} : { recurringPayment: { id: recurringPayoutId } };
}
