import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { CustomerInfo, SAMPLE_CUSTOMER } from '#modules/events/index.ts';
import { Recurrence } from './recurrence.ts';

/** The specification's bound for texts of the integrator. */
const TEXT_MAX = 255;

/** Longer than any amount, address or currency id; each of them has its own rule behind this. */
const SHORT_TEXT_MAX = 128;

/** PostgreSQL cannot store the character NUL, and no text needs it. */
const WITHOUT_NUL = /^[^\0]*$/;

const text = (field: string, max: number, min: number) => {
  const rule = `${field} must have ${min} to ${max} characters`;
  return z
    .string()
    .min(min, rule)
    .max(max, rule)
    .regex(WITHOUT_NUL, `${field} must not contain the character NUL`);
};

/** The body of `POST /v2/request`. */
export const CreateRequestRequest = z
  .strictObject({
    payer: text('payer', SHORT_TEXT_MAX, 1)
      .optional()
      .describe('The wallet that is expected to pay; anybody may.'),
    payee: text('payee', SHORT_TEXT_MAX, 1)
      .optional()
      .describe(
        'The wallet that is paid. Left out, the destination that is bound to the client ID.',
      ),
    amount: z.string().describe('A decimal above 0, in `invoiceCurrency`.'),
    invoiceCurrency: text('invoiceCurrency', SHORT_TEXT_MAX, 1).describe(
      'A fiat code such as `USD`, or the same as `paymentCurrency`.',
    ),
    paymentCurrency: text('paymentCurrency', SHORT_TEXT_MAX, 1).describe(
      'The currency id of what is paid, such as `USDC-base`.',
    ),
    recurrence: Recurrence.optional().describe(
      'Makes further requests like this one, until that is stopped.',
    ),
    isCryptoToFiatAvailable: z
      .boolean()
      .optional()
      .describe(
        'Whether it goes to a bank account, without `payee` and by an API key or a session.',
      ),
    clientUserId: text('clientUserId', TEXT_MAX, 1)
      .optional()
      .describe('Whose bank account it goes to. Added by Florin.'),
    paymentDetailsId: text('paymentDetailsId', TEXT_MAX, 1)
      .optional()
      .describe('The one bank account that it may go to. Added by Florin.'),
    customerInfo: CustomerInfo.optional(),
    reference: text('reference', TEXT_MAX, 1)
      .optional()
      .describe('Your own name for the request, repeated in webhooks and filtered by.'),
    originalRequestId: text('originalRequestId', TEXT_MAX, 1)
      .optional()
      .describe('Your note of the request that this one follows; answered as it was sent.'),
    originalRequestPaymentReference: text('originalRequestPaymentReference', TEXT_MAX, 1)
      .optional()
      .describe('Your note of its payment reference; answered as it was sent.'),
  })
  .meta({
    id: 'CreateRequestRequest',
    description: 'The input of an integrator. Fields that are not listed here are refused.',
    examples: [
      {
        payee: SAMPLE.payee,
        amount: SAMPLE.amount,
        invoiceCurrency: 'USD',
        paymentCurrency: 'FAU-sepolia',
        customerInfo: SAMPLE_CUSTOMER,
        reference: SAMPLE.reference,
      },
    ],
  });

/** The input of an integrator. */
export type CreateRequestRequest = z.output<typeof CreateRequestRequest>;
