import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE, TEST_PAYOUT } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { refuseFields } from '#kit/failure.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { pageCursor } from '#platform/http/page-cursor.ts';
import { listPayoutLinks } from '../list-payout-links.ts';
import { SECURE_PAYMENT_STATUSES } from '../model/status.ts';

/** A page; more takes another. */
const LIMIT = 25;
const LIMIT_MAX = 100;

/** Longer than any wallet, and the bound of a reference. */
const WALLET_CHARS_MAX = 128;
const REFERENCE_CHARS_MAX = 255;

const samplePayment = {
  requestId: SAMPLE.requestId,
  recipient: TEST_PAYOUT.recipient,
  network: TEST_PAYOUT.network,
  currency: TEST_PAYOUT.currency,
  amount: TEST_PAYOUT.amount,
  paidAmount: '0',
  isSeen: false,
  txHash: null,
};

const PayoutPayment = z
  .object({
    requestId: z.string(),
    recipient: z.string(),
    network: z.string(),
    currency: z.string().describe('A currency id.'),
    amount: z.string().describe('A human decimal.'),
    paidAmount: z.string().describe('What was paid of it and counts.'),
    isSeen: z.boolean().describe('Whether a payment was seen that does not count yet.'),
    txHash: z.string().nullable(),
  })
  .meta({
    id: 'PayoutPayment',
    description: 'What one recipient of a payout link is paid.',
    examples: [samplePayment],
  });

const sample = {
  token: SAMPLE.token,
  securePaymentUrl: `https://pay.example/?token=${SAMPLE.token}`,
  paymentType: 'single' as const,
  status: 'pending' as const,
  reference: TEST_PAYOUT.reference,
  createdAt: SAMPLE.createdAt,
  expiresAt: SAMPLE.expiresAt,
  completedAt: null,
  payments: [samplePayment],
};

const PayoutLinkSummary = z
  .object({
    token: z.string().describe('The right to read and pay it.'),
    securePaymentUrl: z.url(),
    paymentType: z.enum(['single', 'batch']),
    status: z.enum(SECURE_PAYMENT_STATUSES),
    reference: z.string().nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
    payments: z.array(PayoutPayment).describe('One, and of a batch several.'),
  })
  .meta({ id: 'PayoutLinkSummary', description: 'A payout link in a list.', examples: [sample] });

const text = (most: number, what: string) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\0]*$/, `${what} must not contain the character NUL`)
    .optional();

/** `GET /v2/secure-payments/payouts`: the payout links of the account. */
export const listPayoutLinksEndpoint = endpoint({
  operationId: 'listPayoutLinks',
  host: 'api',
  method: 'get',
  path: '/v2/secure-payments/payouts',
  tag: 'Secure payments',
  summary: 'Lists payout links, newest first.',
  description: 'With the token of each, which a bundle is made of. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  fieldsOnly: true,
  params: z.object({}),
  query: z.strictObject({
    status: z.enum(SECURE_PAYMENT_STATUSES).optional(),
    recipient: text(WALLET_CHARS_MAX, 'recipient').describe('Only what pays this wallet.'),
    reference: text(REFERENCE_CHARS_MAX, 'reference').describe('Only those with this reference.'),
    cursor: pageCursor(),
    limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT),
  }),
  body: undefined,
  answer: {
    status: 200,
    schema: z
      .object({
        payouts: z.array(PayoutLinkSummary),
        nextCursor: z.string().nullable().describe('Null on the last page.'),
      })
      .meta({
        id: 'PayoutLinkPage',
        description: 'A page of payout links.',
        examples: [{ payouts: [sample], nextCursor: null }],
      }),
  },
  refusals: [
    {
      status: 400,
      when: 'A parameter breaks its rule.',
      examples: [
        refuseFields([{ field: 'recipient', message: 'recipient must be a wallet address' }]),
      ],
    },
  ],
  run: (ctx: Context, { query }) => listPayoutLinks(ctx, query),
});
