import { z } from 'zod';
import { TEST_PAYOUT } from '#catalog/samples.ts';
import { FREQUENCIES, TOTAL_PAYMENTS_MAX, TOTAL_PAYMENTS_MIN } from './schedule.ts';

/** Longer than any address or time; each has its own rule behind this. */
const TEXT_MAX = 128;

const text = (field: string) =>
  z
    .string()
    .min(1, `${field} must not be empty`)
    .max(TEXT_MAX, `${field} must have at most ${TEXT_MAX} characters`)
    .regex(/^[^\0]*$/, `${field} must not contain the character NUL`);

const TOTAL_RULE = `recurrence.totalPayments must be a whole number from ${TOTAL_PAYMENTS_MIN} to ${TOTAL_PAYMENTS_MAX}`;

/** When a payout recurs, and whose wallet pays it. */
export const PayoutRecurrence = z
  .strictObject({
    startDate: text('recurrence.startDate').describe(
      'When the first payment is due: a date, or an ISO 8601 time with its zone; today (UTC) or later.',
    ),
    frequency: z
      .enum(FREQUENCIES)
      .describe('`MONTHLY` is every 30 days, `YEARLY` every 365: the contract has no calendar.'),
    totalPayments: z
      .number()
      .int(TOTAL_RULE)
      .min(TOTAL_PAYMENTS_MIN, TOTAL_RULE)
      .max(TOTAL_PAYMENTS_MAX, TOTAL_RULE)
      .describe('The contract counts up to 255.'),
    payer: text('recurrence.payer').describe(
      'The wallet that pays, which must be a key without code.',
    ),
  })
  .meta({
    id: 'PayoutRecurrence',
    description: 'When a payout recurs.',
    examples: [
      {
        startDate: '2030-01-01',
        frequency: 'MONTHLY',
        totalPayments: 12,
        payer: TEST_PAYOUT.creatorWalletAddress,
      },
    ],
  });

/** When a payout recurs, and whose wallet pays it. */
export type PayoutRecurrence = z.output<typeof PayoutRecurrence>;
