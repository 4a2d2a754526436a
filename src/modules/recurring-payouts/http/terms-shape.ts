import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE, TEST_PAYOUT } from '#catalog/samples.ts';
import { FREQUENCIES } from '../model/schedule.ts';

/** What a recurring payout pays to whom and when, in the shapes that show one. */
export const RECURRING_TERMS = {
  payer: z.string(),
  payee: z.string(),
  network: z.string(),
  currency: z.string().describe('A currency id.'),
  amount: z.string().describe('What each payment is of, as a human decimal.'),
  fee: z.string().describe('What each payment takes on top of it.'),
  frequency: z.enum(FREQUENCIES),
  startDate: z.iso.datetime(),
  reference: z.string().nullable(),
  createdAt: z.iso.datetime(),
  pageUrl: z
    .url()
    .describe('Where its payer signs and stops it, and lowers the allowance afterwards.'),
};

/** Terms in examples. */
export const SAMPLE_TERMS = {
  payer: TEST_PAYOUT.creatorWalletAddress,
  payee: TEST_PAYOUT.recipient,
  network: TEST_PAYOUT.network,
  currency: TEST_PAYOUT.currency,
  amount: '12.5',
  fee: '0',
  frequency: 'MONTHLY' as const,
  startDate: SAMPLE.createdAt,
  reference: TEST_PAYOUT.reference,
  createdAt: SAMPLE.createdAt,
  pageUrl: `https://pay.example/recurring/?token=${SAMPLE.token}`,
};
