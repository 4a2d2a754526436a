import { z } from 'zod';
import { Merchant } from '#modules/merchant-profiles/index.ts';
import { Branding } from '#modules/orchestrators/index.ts';
import { bankPayoutShown } from './bank-payout-shape.ts';

/** The fields of a refusal that has more of its own. */
export const problem = {
  statusCode: z.int().describe('The HTTP status, once more.'),
  message: z.string().describe('What went wrong, for people.'),
  error: z.string().describe('The status in words.'),
  code: z.string().describe('A stable word for programs.'),
  branding: Branding.nullable(),
  merchant: Merchant.optional().describe('Left out where the merchant gave no name.'),
  bankPayout: bankPayoutShown,
  docUrl: z.string(),
  correlationId: z.string(),
};

/** What every example of one ends with. */
export const sampleField = {
  docUrl: 'https://api.example/docs',
  correlationId: '01JZ8Y6Q4W3V5N2M1K0H9G8F7E',
};
