import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

const sampleConversion = {
  invoiceCurrency: 'EUR',
  invoiceAmount: '10',
  maxAmount: '11110000',
  conversionRate: '0.90909090',
  rateTimestamp: SAMPLE.createdAt,
  isStale: false,
};

/** How an invoice in another currency is paid. */
export const PaymentConversion = z
  .object({
    invoiceCurrency: z.string().describe('A fiat code.'),
    invoiceAmount: z.string().describe('What is still due of the invoice, without a fee.'),
    maxAmount: z
      .string()
      .describe('What leaves the wallet at most if the rate moves, in smallest units.'),
    conversionRate: z.string().describe('What one token counts for, in the invoice currency.'),
    rateTimestamp: z.iso.datetime().describe('When the oldest rate on the way was set.'),
    isStale: z.boolean().describe('Whether the rate is too old to pay with; then `/pay` refuses.'),
  })
  .meta({
    id: 'PaymentConversion',
    description:
      'How an invoice in another currency is paid, at the rate of the moment. Added by Florin.',
    examples: [sampleConversion],
  });
