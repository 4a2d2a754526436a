import { z } from 'zod';
import { TEST_PAYOUT } from '#catalog/samples.ts';
import { isPercentage } from '#kit/percentage.ts';
import { PayoutRecurrence } from '#modules/recurring-payouts/index.ts';
import { CreateRequestRequest } from '#modules/requests/index.ts';

/** The public documentation's bound; nobody signs more at once. */
const ITEMS_MAX = 200;

/** Longer than any address or request id; each of them has its own rule behind this. */
const SHORT_TEXT_MAX = 128;

const shortText = (field: string) =>
  z
    .string()
    .min(1, `${field} must not be empty`)
    .max(SHORT_TEXT_MAX, `${field} must have at most ${SHORT_TEXT_MAX} characters`)
    .regex(/^[^\0]*$/, `${field} must not contain the character NUL`);

const fee = {
  feePercentage: z
    .string()
    .refine(isPercentage, 'feePercentage must be a decimal from 0 to 100 with at most 6 decimals')
    .optional()
    .describe('A fee on top of each amount, borne by the payer, rounded down to the unit.'),
  feeAddress: shortText('feeAddress')
    .optional()
    .describe('Who receives the fee; required with `feePercentage`.'),
};

const { amount, invoiceCurrency, paymentCurrency, customerInfo } = CreateRequestRequest.shape;

const item = {
  payee: shortText('payee').describe('The wallet that is paid.'),
  amount,
  invoiceCurrency,
  paymentCurrency,
};

// To the sandbox’s own payee: it works when it is sent to any sandbox.
const SAMPLE_PAYOUT_ITEM = {
  payee: TEST_PAYOUT.recipient,
  amount: TEST_PAYOUT.amount,
  invoiceCurrency: TEST_PAYOUT.currency,
  paymentCurrency: TEST_PAYOUT.currency,
};

/** The body of `POST /v2/payouts`. */
export const CreatePayoutRequest = z
  .strictObject({
    ...item,
    ...fee,
    recurrence: PayoutRecurrence.optional().describe(
      'Makes it a recurring payout: its payer signs once, and each payment is sent when it is due.',
    ),
    payerWallet: shortText('payerWallet')
      .optional()
      .describe(
        'The wallet that pays; without it nothing is checked and the approval is prepared.',
      ),
    payerAddress: shortText('payerAddress').optional().describe('The same as `payerWallet`.'),
    customerInfo,
    reference: CreateRequestRequest.shape.reference.describe(
      'Your own name for the payout, repeated in webhooks and filtered by.',
    ),
  })
  .meta({
    id: 'CreatePayoutRequest',
    description: 'Whom to pay. Fields that stand nowhere here are refused.',
    examples: [
      {
        ...SAMPLE_PAYOUT_ITEM,
        payerWallet: TEST_PAYOUT.creatorWalletAddress,
        reference: TEST_PAYOUT.reference,
      },
    ],
  });

/** Whom an integrator wants to pay. */
export type CreatePayoutRequest = z.output<typeof CreatePayoutRequest>;

const PayoutItem = z.strictObject(item).meta({
  id: 'PayoutItem',
  description: 'One payout of a batch.',
  examples: [SAMPLE_PAYOUT_ITEM],
});

/** One payout of a batch. */
export type PayoutItem = z.output<typeof PayoutItem>;

const listOf = <Item extends z.ZodType>(field: string, one: Item) =>
  z
    .array(one)
    .min(1, `${field} must have at least one item`)
    .max(ITEMS_MAX, `${field} must have at most ${ITEMS_MAX} items`)
    .optional();

/** The body of `POST /v2/payouts/batch`. */
export const CreateBatchPayoutRequest = z
  .strictObject({
    requests: listOf('requests', PayoutItem).describe('New payouts, all on one network.'),
    requestIds: listOf('requestIds', shortText('requestIds')).describe(
      'Your own requests that are not wholly paid, in place of `requests`.',
    ),
    payer: shortText('payer')
      .optional()
      .describe('The wallet that pays: approvals are prepared for what it lacks.'),
    ...fee,
  })
  .meta({
    id: 'CreateBatchPayoutRequest',
    description: 'Whom to pay by one transaction. Fields that stand nowhere here are refused.',
    examples: [{ requests: [SAMPLE_PAYOUT_ITEM], payer: TEST_PAYOUT.creatorWalletAddress }],
  });

/** Whom an integrator wants to pay by one transaction. */
export type CreateBatchPayoutRequest = z.output<typeof CreateBatchPayoutRequest>;
