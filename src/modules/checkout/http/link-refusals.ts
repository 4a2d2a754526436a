import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { refuseField } from '#kit/failure.ts';
import { CANNOT_BE_PAID } from '#modules/calldata/index.ts';
import { SentTransactions } from '#modules/forwarding/index.ts';
import { milestoneShapes, SAMPLE_MILESTONES } from '#modules/ledger/index.ts';
import type { DocumentedRefusal } from '#platform/http/endpoint.ts';
import { sourceRequired } from '../model/bundle-state.ts';
import { walletRequired } from '../model/guarded-link.ts';
import { linkNotFound } from '../model/link-state.ts';
import { PaymentConversion } from './conversion-shape.ts';
import { PaymentIntents } from './payment-intent-view.ts';
import { problem, sampleField } from './problem-shape.ts';
import { WalletNotAllowed } from './wallet-not-allowed.ts';

const sampleStatus = {
  requestId: SAMPLE.requestId,
  hasBeenPaid: true,
  txHash: SAMPLE.transactionHash,
  ...SAMPLE_MILESTONES,
  awaits: null,
};

const sampleAwaits = {
  blockNumber: SAMPLE.seen.blockNumber,
  until: 'depth' as const,
  blocks: 10,
  blocksLeft: 7,
};

const PaymentAwaits = z
  .object({
    blockNumber: z.int().min(0).describe('The block that holds the payment.'),
    until: z
      .enum(['depth', 'safe', 'finalized'])
      .describe('A number of blocks, or the word of the network that its block is safe or final.'),
    blocks: z
      .int()
      .min(1)
      .nullable()
      .describe('How many blocks it takes, its own included; null with a word.'),
    blocksLeft: z
      .int()
      .min(0)
      .nullable()
      .describe('How many of them are missing; 0 where only its settling is.'),
  })
  .meta({
    id: 'ConfirmationProgress',
    description:
      'What a payment that was seen waits for until it counts. Nodes that must agree on it may delay it beyond that; nothing makes it count earlier.',
    examples: [sampleAwaits],
  });

const RequestStatus = z
  .object({
    requestId: z.string(),
    hasBeenPaid: z.boolean(),
    txHash: z
      .string()
      .nullable()
      .describe('The transaction that paid it, or that was seen and waits for confirmations.'),
    safeTxHash: z.string().optional().describe('On a 423, as the next five.'),
    chainId: z.int().optional(),
    safePaymentDeadline: z.int().optional(),
    safeAddress: z.string().optional(),
    safeConfirmations: z.int().optional(),
    safeThreshold: z.int().optional(),
    ...milestoneShapes,
    awaits: PaymentAwaits.nullable().describe(
      'What a payment waits for that was seen and does not count yet; null where there is none. Added by Florin.',
    ),
  })
  .meta({
    id: 'RequestStatus',
    description: 'How one request of a link stands.',
    examples: [sampleStatus],
  });

/** How the requests of a link stand. */
export const RequestStatuses = z.array(RequestStatus);

const samplePaidFee = {
  requestId: SAMPLE.requestId,
  feeType: 'protocol_fee',
  feeLabel: 'Protocol fee',
  feeBearer: 'payer',
  percentage: '1',
  amount: '0.125',
  currency: SAMPLE.currencyId,
  recipient: SAMPLE.feeAddress,
} as const;

const PaidFees = z
  .array(
    z
      .object({
        requestId: z
          .string()
          .describe(
            'The request that it is; of a `platform_fee` inside the payment, which is none, the one that it is a fee of.',
          ),
        feeType: z.string().describe('`orchestrator_fee`, `protocol_fee` or `platform_fee`.'),
        feeLabel: z.string().nullable().describe('Null for the fee inside the payment itself.'),
        feeBearer: z.enum(['payer', 'payee']),
        percentage: z.string().nullable().describe('Of 100, where it is nothing but a share.'),
        amount: z.string().describe('What was paid of it, as a human decimal.'),
        currency: z.string().describe('A fiat code, or `<symbol>-<network>`.'),
        recipient: z.string().nullable().describe('Null where the payer chose who receives it.'),
      })
      .meta({
        id: 'SecurePaymentPaidFee',
        description: 'What was paid of a fee. Added by Florin.',
        examples: [samplePaidFee],
      }),
  )
  .describe(
    'The fees that were paid, for receipts; none of a link that hides its amounts. Added by Florin.',
  );

const sampleOutstandingFee = {
  requestId: SAMPLE.requestId,
  paymentReference: SAMPLE.paymentReference,
  feeType: 'orchestrator_fee',
  feeLabel: 'Orchestrator fee',
  feeBearer: 'payee',
  amount: '0.125',
  currency: SAMPLE.currencyId,
  paymentCurrency: SAMPLE.currencyId,
  recipient: SAMPLE.feeAddress,
} as const;

const childToken = z
  .string()
  .optional()
  .describe('Only in a bundle: the token of the child of which it is a fee.');

/** The fees that a completed link was paid without. */
export const OutstandingFees = z
  .array(
    z
      .object({
        securePaymentToken: childToken,
        requestId: z.string().describe('The request that it is.'),
        paymentReference: z.string().describe('What a payment of it carries on the chain.'),
        feeType: z.string().describe('`orchestrator_fee` or `protocol_fee`.'),
        feeLabel: z.string(),
        feeBearer: z.enum(['payer', 'payee']),
        amount: z.string().describe('What is missing of it, as a human decimal.'),
        currency: z.string().describe('A fiat code, or `<symbol>-<network>`.'),
        paymentCurrency: z.string().describe('What it is paid in, as `<symbol>-<network>`.'),
        recipient: z.string(),
        conversion: PaymentConversion.optional().describe(
          'Only where a link or bundle that was paid is answered, of an invoice in another currency whose rate was read: `maxAmount` is what this fee takes at most.',
        ),
      })
      .meta({
        id: 'SecurePaymentOutstandingFee',
        description: 'A fee that a completed link was paid without. Added by Florin.',
        examples: [sampleOutstandingFee],
      }),
  )
  .describe(
    'The fees that it was paid without, less what is on its way; none of a link that hides its amounts. `/pay` of the link, in a bundle of the child, prepares exactly these. Added by Florin.',
  );

const sampleSkippedFee = {
  requestId: SAMPLE.requestId,
  feeType: 'platform_fee',
  percentage: '1',
  amount: '0.125',
  currency: SAMPLE.currencyId,
  recipient: SAMPLE.feeAddress,
} as const;

const SkippedFees = z
  .array(
    z
      .object({
        securePaymentToken: childToken,
        requestId: z.string().describe('The request that was paid without it.'),
        feeType: z.literal('platform_fee'),
        percentage: z.string().nullable().describe('Of 100, as it was agreed.'),
        amount: z.string().describe('What is missing of it, as a human decimal.'),
        currency: z.string().describe('A fiat code, or `<symbol>-<network>`.'),
        recipient: z.string().describe('Who should have received it.'),
      })
      .meta({
        id: 'SecurePaymentSkippedFee',
        description:
          'A fee that belonged inside a payment and was left out of it or sent elsewhere. Added by Florin.',
        examples: [sampleSkippedFee],
      }),
  )
  .describe(
    'The fees that its payments should have brought and did not, which no later payment can bring; none of a link that hides its amounts. Added by Florin.',
  );

const Completed = z
  .object({
    ...problem,
    status: z.literal('completed'),
    requestStatuses: RequestStatuses,
    paidFees: PaidFees,
    outstandingFees: OutstandingFees,
    skippedFees: SkippedFees,
    redirectUrl: z.string().nullable(),
    redirectLabel: z.string().nullable(),
  })
  .meta({
    id: 'SecurePaymentCompletedError',
    description: 'The link was paid.',
    examples: [
      {
        statusCode: 409,
        message: 'Secure payment has already been completed',
        error: 'Conflict',
        code: 'secure_payment_completed',
        status: 'completed',
        branding: null,
        requestStatuses: [sampleStatus],
        paidFees: [samplePaidFee],
        outstandingFees: [sampleOutstandingFee],
        skippedFees: [],
        redirectUrl: SAMPLE.redirectUrl,
        redirectLabel: SAMPLE.redirectLabel,
        ...sampleField,
      },
    ],
  });

const NotPayable = z
  .object({
    ...problem,
    status: z
      .enum(['expired', 'invalidated', 'compliance_failed', 'partially_settled', 'pending'])
      .describe('The last two only of bundles: paid in part and over; and nothing to pay now.'),
    expiresAt: z.iso.datetime().optional().describe('When it expired; only on expired links.'),
    requestStatuses: RequestStatuses.optional().describe('Only once a payment was seen.'),
    paymentIntents: PaymentIntents.optional(),
    paidFees: PaidFees.optional().describe('Of a bundle of which a part was paid.'),
    outstandingFees: OutstandingFees.optional().describe('The same.'),
    skippedFees: SkippedFees.optional().describe('The same.'),
  })
  .meta({
    id: 'SecurePaymentNotPayableError',
    description: 'The link can no longer be paid.',
    examples: [
      {
        statusCode: 403,
        message: 'Secure payment token expired or invalid status',
        error: 'Forbidden',
        code: 'secure_payment_expired',
        status: 'expired',
        branding: null,
        expiresAt: SAMPLE.expiresAt,
        ...sampleField,
      },
    ],
  });

const InProgress = z
  .object({
    ...problem,
    status: z
      .enum(['pending', 'expired', 'completed'])
      .describe('`completed` while a fee that was left out is being paid.'),
    requestStatuses: RequestStatuses,
    sentTransactions: SentTransactions.optional(),
  })
  .meta({
    id: 'SecurePaymentInProgressError',
    description: 'A payment is under way: of a Safe, or one that was forwarded.',
    examples: [
      {
        statusCode: 423,
        message: 'Secure payment is in progress',
        error: 'Locked',
        code: 'secure_payment_in_progress',
        status: 'pending',
        branding: null,
        requestStatuses: [{ ...sampleStatus, hasBeenPaid: false }],
        ...sampleField,
      },
    ],
  });

const together = 'chain and token must be sent together';

/** Additional refusals of preparing a payment on links that restrict who may pay. */
export const payerRefusals: readonly DocumentedRefusal[] = [
  {
    status: 400,
    when: 'The link guards anything, or wallets are screened here, and no `wallet` was sent; or a bundle takes a source chain.',
    examples: [walletRequired(), sourceRequired()],
  },
  {
    status: 403,
    when: 'The wallet may not pay this link, or could not be checked.',
    schema: WalletNotAllowed,
  },
  CANNOT_BE_PAID,
];

/** What everything answers that is to pay a link when there is nothing to pay. */
export const closedRefusals: readonly DocumentedRefusal[] = [
  {
    status: 403,
    when: 'The link expired, was withdrawn or rejected; or the client ID may not be used.',
    schema: NotPayable,
  },
  { status: 404, when: 'No link has this token.', examples: [linkNotFound()] },
  {
    status: 409,
    when: 'The link was paid; of what prepares a payment, its fees too.',
    schema: Completed,
  },
];

/** What forwarding a payment answers when there is nothing to pay, or not by this wallet. */
export const broadcastRefusals: readonly DocumentedRefusal[] = [
  ...closedRefusals,
  {
    status: 403,
    when: 'The wallet may not pay this link, or could not be checked.',
    schema: WalletNotAllowed,
  },
  CANNOT_BE_PAID,
];

/** What preparing a payment answers while one is under way. */
export const progressRefusal: DocumentedRefusal = {
  status: 423,
  when: 'A payment is under way: keep polling. Of a Safe, or for `/pay` one that was forwarded.',
  schema: InProgress,
};

/** What the payer's reads answer when there is nothing to pay. */
export const linkRefusals: readonly DocumentedRefusal[] = [
  {
    status: 400,
    when: 'The query contradicts itself, or names a source that the link cannot be paid from.',
    examples: [refuseField('token', together)],
  },
  ...closedRefusals,
  progressRefusal,
];
