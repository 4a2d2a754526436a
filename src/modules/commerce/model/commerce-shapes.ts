import { z } from 'zod';
import { ESCROW_COLLECTIONS } from '#catalog/escrows.ts';
import { SAMPLE_PAYMENT as SAMPLE, TEST_PAYOUT } from '#catalog/samples.ts';
import { isHex } from '#kit/hex.ts';

/** Longer than any address or currency id; each has its own rule behind this. */
const SHORT_TEXT_MAX = 128;
const MERCHANT_ID_MAX = 255;
const REASON_MAX = 1_000;
/** A signature of a contract wallet may hold those of several owners. */
const SIGNATURE_CHARACTERS_MAX = 20_000;
const BPS_MAX = 10_000;
/** Ten digits of seconds end in the year 2286. */
const UNIX_SECONDS_MAX = 9_999_999_999;

const text = (field: string, max = SHORT_TEXT_MAX) =>
  z
    .string()
    .min(1, `${field} must not be empty`)
    .max(max, `${field} must have at most ${max} characters`)
    .regex(/^[^\0]*$/, `${field} must not contain the character NUL`);

const units = (field: string) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,36}$/, `${field} must be a whole number of the smallest unit, above 0`);

const unixTime = (field: string) =>
  z
    .int(`${field} must be a Unix time in seconds`)
    .min(1, `${field} must be a Unix time in seconds`)
    .max(UNIX_SECONDS_MAX, `${field} must be a Unix time in seconds`);

const feeBps = z
  .int('feeBps must be a whole number')
  .min(0, 'feeBps must be from 0 to 10000')
  .max(BPS_MAX, 'feeBps must be from 0 to 10000');

const SAMPLE_HASH = '0x5b1f4f8e3f0c4f2a0a8b5f0c1d2e3f405162738495a6b7c8d9eafb0c1d2e3f40';
const SAMPLE_OPERATOR = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';
const SAMPLE_ESCROW = '0xBdEA0D1bcC5966192B070Fdf62aB4EF5b4420cff';

/** The body of `POST /v2/commerce-payments/authorize/calldata`. */
export const CreateCommercePaymentRequest = z
  .strictObject({
    merchantId: text('merchantId', MERCHANT_ID_MAX).describe('Your own name for who is paid.'),
    merchantAddress: text('merchantAddress').describe('The wallet that gets what is captured.'),
    amount: units('amount').describe('What is authorised, in the smallest unit of the token.'),
    paymentCurrency: text('paymentCurrency').describe('A token on Base or Sepolia.'),
    buyerAddress: text('buyerAddress')
      .optional()
      .describe('The wallet that pays. Required here: it is part of what the escrow holds.'),
    maxAmount: units('maxAmount')
      .optional()
      .describe('The most that the buyer agrees to; the amount where left out.'),
    preApprovalExpiry: unixTime('preApprovalExpiry')
      .optional()
      .describe('Until when it can be authorised; the default of the client ID, or a day.'),
    authorizationExpiry: unixTime('authorizationExpiry')
      .optional()
      .describe('Until when it can be captured; the default of the client ID, or a week.'),
    refundExpiry: unixTime('refundExpiry')
      .optional()
      .describe('Until when it can be refunded; 90 days later where left out. Added by Florin.'),
    feeBps: feeBps
      .optional()
      .describe(
        'The share of each capture that goes to `feeReceiver`, of 10,000. Added by Florin.',
      ),
    feeReceiver: text('feeReceiver').optional().describe('Added by Florin.'),
    collection: z
      .enum(ESCROW_COLLECTIONS)
      .optional()
      .describe(
        'How the buyer agrees: by two transactions (`pre_approval`), or by one signature for the token or for Permit2. Added by Florin.',
      ),
  })
  .meta({
    id: 'CreateCommercePaymentRequest',
    description: 'A payment to hold. Fields that stand nowhere here are refused.',
    examples: [
      {
        merchantId: 'shop-7',
        merchantAddress: TEST_PAYOUT.recipient,
        buyerAddress: TEST_PAYOUT.creatorWalletAddress,
        amount: '5000000',
        paymentCurrency: TEST_PAYOUT.currency,
      },
    ],
  });

/** A payment to hold, as an integrator sends it. */
export type CreateCommercePaymentRequest = z.output<typeof CreateCommercePaymentRequest>;

/** The body of a capture. */
export const CaptureCommercePaymentRequest = z
  .strictObject({
    captureAmount: units('captureAmount').describe('In the smallest unit of the token.'),
    feeBps: feeBps.optional().describe('The share that was authorised, and no other.'),
    feeReceiver: text('feeReceiver').optional().describe('The receiver that was authorised.'),
  })
  .meta({
    id: 'CaptureCommercePaymentRequest',
    description: 'What to take of what is held.',
    examples: [{ captureAmount: '2000000' }],
  });

/** The body of an authorisation. */
export const AuthorizeCommercePaymentRequest = z
  .strictObject({
    signature: z
      .string()
      .max(SIGNATURE_CHARACTERS_MAX, 'signature is too long')
      .refine(isHex, 'signature must be 0x and whole bytes')
      .optional()
      .describe(
        'What the buyer signed of `payerSignature`, where it was asked to. Added by Florin.',
      ),
  })
  .meta({
    id: 'AuthorizeCommercePaymentRequest',
    description: 'Empty where the buyer agreed by transactions.',
    examples: [{}],
  });

/** The body of a void. */
export const VoidCommercePaymentRequest = z
  .strictObject({
    reason: text('reason', REASON_MAX)
      .optional()
      .describe('Your own words; stored and not sent on.'),
  })
  .meta({
    id: 'VoidCommercePaymentRequest',
    description: 'Gives what is held back to the buyer.',
    examples: [{ reason: 'out of stock' }],
  });

const call = {
  requestId: z.string().describe('`01` and 64 hex digits.'),
  calldata: z.string(),
  data: z.string().describe('The same as `calldata`.'),
  to: z.string().describe('The escrow, never the wrapper around it.'),
  value: z.string(),
  operator: z.string().describe('The wallet that alone may send it.'),
  description: z.string(),
};

const sampleCall = {
  requestId: SAMPLE.requestId,
  calldata: '0x41d66202',
  data: '0x41d66202',
  to: SAMPLE_ESCROW,
  value: '0',
  operator: SAMPLE_OPERATOR,
  description: 'Authorize payment',
};

/** What an operator sends itself. */
export const CommerceCalldataResponse = z.object(call).meta({
  id: 'CommerceCalldataResponse',
  description: 'A call of the escrow, for the operator of the payment.',
  examples: [sampleCall],
});

const PayerTransaction = z.object({ to: z.string(), data: z.string(), value: z.string() }).meta({
  id: 'CommercePayerTransaction',
  description: 'A transaction of the buyer. Added by Florin.',
  examples: [{ to: SAMPLE.tokenAddress, data: '0x095ea7b3', value: '0' }],
});

const SignedField = z.object({ name: z.string(), type: z.string() }).meta({
  id: 'CommerceSignedField',
  description: 'A member of what the buyer signs. Added by Florin.',
  examples: [{ name: 'value', type: 'uint256' }],
});

const PayerSignature = z
  .object({
    domain: z.record(z.string(), z.union([z.string(), z.number()])),
    types: z.record(z.string(), z.array(SignedField)),
    values: z.record(z.string(), z.unknown()),
  })
  .meta({
    id: 'CommercePayerSignature',
    description: 'What the buyer signs in place of transactions. Added by Florin.',
    examples: [{ domain: { name: 'USD Coin' }, types: {}, values: {} }],
  });

/** What preparing a payment answers. */
export const CommercePaymentCreated = z
  .object({
    ...call,
    paymentReference: z.string().describe('Added by Florin.'),
    commercePaymentHash: z.string().describe('What the escrow calls it. Added by Florin.'),
    payerTransactions: z
      .array(PayerTransaction)
      .describe('What the buyer sends first, in this order. Added by Florin.'),
    payerSignature: PayerSignature.nullable().describe(
      'What the buyer signs, where it signs; `…/authorize` takes it. Added by Florin.',
    ),
    preApprovalExpiry: z.string(),
    authorizationExpiry: z.string(),
    refundExpiry: z.string(),
    feeBps: z.int(),
    feeReceiver: z.string().nullable(),
  })
  .meta({
    id: 'CommercePaymentResponse',
    description:
      'A payment that nothing has happened to, and what its buyer and its operator send.',
    examples: [
      {
        ...sampleCall,
        paymentReference: SAMPLE.paymentReference,
        commercePaymentHash: SAMPLE_HASH,
        payerTransactions: [{ to: SAMPLE.tokenAddress, data: '0x095ea7b3', value: '0' }],
        payerSignature: null,
        preApprovalExpiry: '1767409445',
        authorizationExpiry: '1767927845',
        refundExpiry: '1775703845',
        feeBps: 0,
        feeReceiver: null,
      },
    ],
  });

const sent = { requestId: z.string(), transactionHash: z.string() };
const sampleSent = { requestId: SAMPLE.requestId, transactionHash: SAMPLE.transactionHash };

/** What authorising answers. */
export const AuthorizeCommercePaymentResponse = z
  .object({ ...sent, status: z.literal('AUTHORIZING'), amount: z.string() })
  .meta({
    id: 'AuthorizeCommercePaymentResponse',
    description: 'The authorisation was sent. It counts once the chain has it.',
    examples: [{ ...sampleSent, status: 'AUTHORIZING', amount: '5000000' }],
  });

/** What capturing answers. */
export const CaptureCommercePaymentResponse = z
  .object({ ...sent, status: z.literal('CAPTURING'), captureAmount: z.string() })
  .meta({
    id: 'CaptureCommercePaymentResponse',
    description: 'The capture was sent. It counts once the chain has it.',
    examples: [{ ...sampleSent, status: 'CAPTURING', captureAmount: '2000000' }],
  });

/** What voiding answers. */
export const VoidCommercePaymentResponse = z
  .object({ ...sent, status: z.literal('VOIDING'), voidedAmount: z.string() })
  .meta({
    id: 'VoidCommercePaymentResponse',
    description: 'The void was sent. It counts once the chain has it.',
    examples: [{ ...sampleSent, status: 'VOIDING', voidedAmount: '3000000' }],
  });

const CommerceEvent = z
  .object({
    type: z.enum([
      'AUTHORIZED',
      'CAPTURED',
      'VOIDED',
      'REFUNDED',
      'EXPIRED',
      'RECLAIMED',
      'FAILED',
    ]),
    timestamp: z.iso.datetime(),
    transactionHash: z.string().optional(),
    blockNumber: z.int().optional(),
  })
  .meta({
    id: 'CommercePaymentEvent',
    description: 'What has happened to a payment, as the chain shows it.',
    examples: [
      {
        type: 'AUTHORIZED',
        timestamp: SAMPLE.paidAt,
        transactionHash: SAMPLE.transactionHash,
        blockNumber: SAMPLE.seen.blockNumber,
      },
    ],
  });
/** One of them. */
export type CommerceEventShown = z.input<typeof CommerceEvent>;

/** What reading a payment answers. */
export const CommercePaymentStatusResponse = z
  .object({
    requestId: z.string(),
    status: z
      .enum([
        'PENDING',
        'AUTHORIZING',
        'AUTHORIZED',
        'CAPTURING',
        'PAID',
        'VOIDING',
        'VOIDED',
        'REFUNDING',
        'REFUNDED',
        'PARTIALLY_REFUNDED',
        'EXPIRED',
        'RECLAIMED',
        'FAILED',
      ])
      .describe(
        '`PAID` from the first capture on. `REFUNDING` is of the public API and never answered.',
      ),
    payer: z.string(),
    merchant: z.string(),
    merchantId: z.string().describe('Added by Florin.'),
    operator: z.string(),
    token: z.string(),
    amount: z.string(),
    maxAmount: z.string(),
    capturedAmount: z.string(),
    refundedAmount: z.string(),
    voidedAmount: z.string().describe('Added by Florin.'),
    reclaimedAmount: z.string().describe('Added by Florin.'),
    feeBps: z.int().describe('Added by Florin.'),
    feeReceiver: z.string().nullable().describe('Added by Florin.'),
    paymentReference: z.string().describe('Added by Florin.'),
    commercePaymentHash: z.string(),
    preApprovalExpiry: z.string().describe('A Unix time in seconds.'),
    authorizationExpiry: z.string(),
    refundExpiry: z.string(),
    canCapture: z.boolean(),
    canVoid: z.boolean(),
    canRefund: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    events: z.array(CommerceEvent),
  })
  .meta({
    id: 'CommercePaymentStatusResponse',
    description: 'Where a payment stands; amounts in the smallest unit of the token.',
    examples: [
      {
        requestId: SAMPLE.requestId,
        status: 'AUTHORIZED',
        payer: SAMPLE.payer,
        merchant: SAMPLE.payee,
        merchantId: 'shop-7',
        operator: SAMPLE_OPERATOR,
        token: SAMPLE.tokenAddress,
        amount: '5000000',
        maxAmount: '5000000',
        capturedAmount: '0',
        refundedAmount: '0',
        voidedAmount: '0',
        reclaimedAmount: '0',
        feeBps: 0,
        feeReceiver: null,
        paymentReference: SAMPLE.paymentReference,
        commercePaymentHash: SAMPLE_HASH,
        preApprovalExpiry: '1767409445',
        authorizationExpiry: '1767927845',
        refundExpiry: '1775703845',
        canCapture: true,
        canVoid: true,
        canRefund: false,
        createdAt: SAMPLE.createdAt,
        updatedAt: SAMPLE.paidAt,
        events: [],
      },
    ],
  });
/** A payment as its operator's account is shown it. */
export type CommercePaymentStatusResponse = z.input<typeof CommercePaymentStatusResponse>;
