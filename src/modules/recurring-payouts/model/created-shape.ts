import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { RecurringCall, RecurringPermit, RevivedId, SAMPLE_ID, SAMPLES } from './signing-shapes.ts';

const sampleMetadata = {
  stepsRequired: 2,
  totalNeededAllowance: '37500000',
  currentAllowance: '0',
  additionalAllowanceNeeded: '37500000',
  existingPaymentsAmount: '0',
  unsignedPaymentsAmount: '0',
  revives: [],
};

const sampleRevived = {
  id: SAMPLE_ID,
  remainingPayments: 2,
  expiresAt: '2030-01-10T00:00:00.000Z',
};

const Metadata = z
  .object({
    stepsRequired: z.int().describe('The approvals, and the signature.'),
    totalNeededAllowance: z
      .string()
      .describe(
        'What every payment that is left of all recurring payouts of the payer in this token takes, fees included, with those of this one.',
      ),
    currentAllowance: z.string(),
    additionalAllowanceNeeded: z.string(),
    existingPaymentsAmount: z.string().describe('The part of the other recurring payouts.'),
    unsignedPaymentsAmount: z
      .string()
      .describe(
        'The part of those others that the payer has not signed: this account made them within a day. Added by Florin.',
      ),
    revives: z
      .array(
        z.object({ id: RevivedId, remainingPayments: z.int(), expiresAt: z.iso.datetime() }).meta({
          id: 'RecurringPaymentRevived',
          description: 'A cancelled recurring payout whose permit is usable until then.',
          examples: [sampleRevived],
        }),
      )
      .describe(
        'What was cancelled and could be taken again under the new allowance, by whoever may send for the contract. Added by Florin.',
      ),
  })
  .meta({
    id: 'RecurringPayoutMetadata',
    description: 'What the payer allows the contract, in the smallest unit.',
    examples: [sampleMetadata],
  });

/** What creating a recurring payout answers. */
export const RecurringPayoutCreatedResponse = z
  .object({
    id: z.string().describe('The recurring payout.'),
    requestId: z.string().describe('The request of the first payment.'),
    paymentReference: z.string(),
    pageToken: z
      .string()
      .describe('The right to read and sign it, for the payer. Added by Florin.'),
    pageUrl: z
      .string()
      .describe('Where the payer reads, signs and stops it in a browser. Added by Florin.'),
    transactions: z.array(RecurringCall).describe('The approvals that the payer sends first.'),
    recurringPaymentPermit: RecurringPermit,
    metadata: Metadata,
  })
  .meta({
    id: 'CreateRecurringPayoutResponse',
    description: 'A new recurring payout, and what its payer signs.',
    examples: [
      {
        id: SAMPLE_ID,
        requestId: SAMPLE.requestId,
        paymentReference: SAMPLE.paymentReference,
        pageToken: '01K8Z3N5T7V9X1B3D5F7H9J1M4',
        pageUrl: 'https://pay.example.com/recurring/?token=01K8Z3N5T7V9X1B3D5F7H9J1M4',
        transactions: [SAMPLES.call],
        recurringPaymentPermit: SAMPLES.permit,
        metadata: sampleMetadata,
      },
    ],
  });
