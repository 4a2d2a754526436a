import { z } from 'zod';
import { NetworkWord } from '#catalog/network-shape.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

const PaymentIntentShown = z
  .object({
    intentId: z.string(),
    status: z
      .string()
      .describe(
        '`recorded`, `proposed`, `source_seen`, `source_confirmed`, `filled` and `settled` on the way; `proposal_expired`, `source_failed`, `unfilled`, `refunded` and `unpaid` where it did not arrive.',
      ),
    network: NetworkWord.describe('Where the payer’s transaction is.'),
    txHash: z.string().nullable().describe('Null until a Safe executes it.'),
    safeTxHash: z.string().optional(),
    safePaymentDeadline: z.int().optional(),
    recordedAt: z.iso.datetime(),
    statusSince: z.iso.datetime(),
    deadlineAt: z.iso
      .datetime()
      .nullable()
      .describe('Until when the bridge may deliver it; null until its deposit was seen.'),
    fillTxHash: z.string().nullable().describe('What delivered it, on the network of the link.'),
    childPosition: z.int().optional().describe('Of a bundle.'),
    refundTxHash: z.string().nullable().describe('What returned the money, on `network`.'),
  })
  .meta({
    id: 'PaymentIntentShown',
    description: 'A payment from another network that was reported. Added by Florin.',
    examples: [
      {
        intentId: '01KC9V7D2M3N4P5Q6R7S8T9V0W',
        status: 'source_seen',
        network: SAMPLE.network,
        txHash: SAMPLE.transactionHash,
        recordedAt: SAMPLE.createdAt,
        statusSince: SAMPLE.paidAt,
        deadlineAt: SAMPLE.expiresAt,
        fillTxHash: null,
        refundTxHash: null,
      },
    ],
  });

/** The payments from other networks that were reported of a link. */
export const PaymentIntents = z
  .array(PaymentIntentShown)
  .describe(
    'Reported payments from other networks, newest first; left out where the payee is masked. Who pays again may pay twice. Added by Florin.',
  );
