import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

/** The id of a transaction as networks write it whose transactions are forwarded. */
export const SAMPLE_TXID = '5ff9a7f1372f103a03343f4014a8aea2df459cd389cf898fee485b13d647543d';

const sampleSent = {
  txid: SAMPLE_TXID,
  sentAt: SAMPLE.createdAt,
  expiresAt: SAMPLE.expiresAt,
  paymentReferences: [SAMPLE.paymentReference],
};

/** The transactions that were forwarded for a link and have not ended. */
export const SentTransactions = z
  .array(
    z
      .object({
        txid: z.string().describe('Its id, 64 hex digits.'),
        sentAt: z.iso.datetime(),
        expiresAt: z.iso.datetime().describe('No block may hold it from then on.'),
        paymentReferences: z
          .array(z.string())
          .describe('Of the payments that it makes; empty of an approval.'),
      })
      .meta({
        id: 'SentTransaction',
        description: 'A transaction that was forwarded and may still be executed. Added by Florin.',
        examples: [sampleSent],
      }),
  )
  .describe(
    'What `…/tron/broadcast` forwarded and may still be executed: sign no other for its payments. Added by Florin.',
  );
