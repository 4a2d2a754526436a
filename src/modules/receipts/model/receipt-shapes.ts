import { z } from 'zod';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { Merchant } from '#modules/merchant-profiles/index.ts';

const sampleProof = {
  network: SAMPLE.network,
  blockNumber: SAMPLE.seen.blockNumber,
  transactionHash: SAMPLE.transactionHash,
  logIndex: 41,
  paymentReference: SAMPLE.paymentReference,
  payee: SAMPLE.payee,
  currency: SAMPLE.currencyId,
  amount: SAMPLE.amount,
};

/** More than any chain has, and exact. */
const LOG_INDEX_MAX = 2 ** 31 - 1;
const TEXT_MAX = 128;
const REFERENCE = /^0x[0-9a-f]{16}$/;
const HASH = /^(0x)?[0-9a-fA-F]{64}$/;

const isReference = (text: string): text is Hex => isHex(text) && REFERENCE.test(text);

const proofMembers = {
  network: z.enum(NETWORK_IDS).describe('The network that was paid on.'),
  blockNumber: z.int().min(0).describe('The block of the payment.'),
  transactionHash: z
    .string()
    .regex(HASH, 'transactionHash must be 64 hexadecimal digits, with 0x before them or without')
    .describe('As the network writes hashes: with `0x`, on Tron without.'),
  logIndex: z
    .int()
    .min(0)
    .max(LOG_INDEX_MAX)
    .describe('The position of the payment’s event in its block.'),
  paymentReference: z
    .string()
    .refine(isReference, 'paymentReference must be 0x and 16 hexadecimal digits in lower case')
    .describe('The event carries its Keccak-256 hash.'),
  payee: z.string().max(TEXT_MAX).describe('Who was paid.'),
  currency: z.string().max(TEXT_MAX).describe('What moved, as a currency id.'),
  amount: z.string().max(TEXT_MAX).describe('What reached the payee, as a human decimal.'),
};

/** What proves a payment. */
const PaymentProof = z.object(proofMembers).meta({
  id: 'PaymentProof',
  description: 'Where a chain has a payment, and what is there.',
  examples: [sampleProof],
});

/** What is to be compared with the chain. */
export const VerifyReceiptRequest = z.strictObject(proofMembers).meta({
  id: 'VerifyReceiptRequest',
  description: 'The `proof` of a receipt, or the same lines as they are printed.',
  examples: [sampleProof],
});

const sampleAmount = { amount: SAMPLE.amount, currency: SAMPLE.currencyId };
const sampleFee = {
  amount: SAMPLE.fee,
  currency: SAMPLE.currencyId,
  feeType: 'platform_fee',
  receiverAddress: SAMPLE.feeAddress,
};

const ReceiptAmount = z
  .object({
    amount: z.string().describe('A human decimal.'),
    currency: z.string().describe('A currency id, or a fiat code.'),
  })
  .meta({ id: 'ReceiptAmount', description: 'Money on a receipt.', examples: [sampleAmount] });

const ReceiptFee = z
  .object({
    amount: z.string(),
    currency: z.string(),
    feeType: z.string(),
    receiverAddress: z.string(),
  })
  .meta({ id: 'ReceiptFee', description: 'A fee on a receipt.', examples: [sampleFee] });

const ReceiptSource = z
  .object({ network: z.string(), transactionHash: z.string().nullable() })
  .meta({
    id: 'ReceiptSource',
    description: 'Where a payment came from, where that is another network.',
    examples: [{ network: SAMPLE.network, transactionHash: SAMPLE.transactionHash }],
  });

const receiptMembers = {
  paymentId: z.string(),
  mode: z.enum(['sandbox', 'production']).describe('In a sandbox no real money moves.'),
  merchant: Merchant.nullable().describe(
    'What payers are shown of it; null where it gave no name.',
  ),
  issuedAt: z.iso.datetime(),
  requestId: z.string(),
  reference: z.string().nullable(),
  paidAt: z.iso.datetime().describe('The time of its block.'),
  received: ReceiptAmount.describe('What reached the payee.'),
  invoiced: ReceiptAmount.nullable().describe(
    'What that counts for; null where the invoice is in the same currency.',
  ),
  paid: ReceiptAmount.nullable().describe(
    'What left the payer with the fees; null where that is not known.',
  ),
  fees: z.array(ReceiptFee),
  payerAddress: z.string().nullable(),
  source: ReceiptSource.nullable().describe(
    'The payer’s transaction on another network; null for what came from none.',
  ),
  isFinal: z.boolean().describe('Whether the network can no longer take it back.'),
  explorerUrl: z.string().nullable().describe('Null in a sandbox.'),
};

const sampleReceipt = {
  paymentId: SAMPLE.token,
  mode: 'production' as const,
  merchant: { displayName: 'Corner shop', supportUrl: 'https://shop.example/help' },
  issuedAt: SAMPLE.paidAt,
  requestId: SAMPLE.requestId,
  reference: SAMPLE.reference,
  paidAt: SAMPLE.paidAt,
  received: sampleAmount,
  invoiced: null,
  paid: { amount: SAMPLE.total, currency: SAMPLE.currencyId },
  fees: [sampleFee],
  payerAddress: SAMPLE.payer,
  payee: SAMPLE.payee,
  source: null,
  isFinal: false,
  explorerUrl: SAMPLE.explorerUrl,
  proof: sampleProof,
};

/** The receipt of a payment, for the account that was paid. */
export const Receipt = z
  .object({
    ...receiptMembers,
    account: z.string().describe('The name of the account that was paid.'),
    payee: z.string(),
    proof: PaymentProof,
  })
  .meta({
    id: 'Receipt',
    description: 'The receipt of a payment, with what proves it on the chain.',
    examples: [{ ...sampleReceipt, account: 'Corner shop' }],
  });

/** The receipt of a payment, for whoever has its link. */
export const PayerReceipt = z
  .object({
    ...receiptMembers,
    payee: z.string().nullable().describe('Null where the link hides it.'),
    proof: PaymentProof.nullable().describe(
      'Null with the payee; then `payerAddress`, `explorerUrl` and the hash of `source` are null too, as the chain shows whom a transaction paid.',
    ),
  })
  .meta({
    id: 'PayerReceipt',
    description: 'The receipt of a payment, as whoever has the link may read it. Added by Florin.',
    examples: [sampleReceipt],
  });

/** A page of the receipts of a link. */
export const LinkReceipts = z
  .object({
    status: z
      .enum([
        'pending',
        'completed',
        'expired',
        'invalidated',
        'compliance_failed',
        'partially_settled',
      ])
      .describe(
        'Where the link or bundle stands; the last only of bundles: paid in part and over.',
      ),
    merchant: Merchant.nullable().describe('Null where it gave no name.'),
    isHidden: z
      .boolean()
      .describe(
        'Whether payments are left out because their link hides itself until a wallet is approved.',
      ),
    receipts: z.array(PayerReceipt),
    nextCursor: z
      .string()
      .nullable()
      .describe('The cursor of the next page; null on the last one.'),
  })
  .meta({
    id: 'LinkReceipts',
    description: 'The receipts of what was paid with a link, newest first. Added by Florin.',
    examples: [
      {
        status: 'completed',
        merchant: sampleReceipt.merchant,
        isHidden: false,
        receipts: [sampleReceipt],
        nextCursor: null,
      },
    ],
  });

const sampleDifference = { field: 'amount', claimed: '1250', onChain: SAMPLE.amount } as const;

const ReceiptDifference = z
  .object({
    field: z.enum(['paymentReference', 'payee', 'currency', 'amount']),
    claimed: z.string().describe('Of a reference its hash, as the chain has no more of it.'),
    onChain: z.string(),
  })
  .meta({
    id: 'ReceiptDifference',
    description: 'What the chain has otherwise than the receipt says.',
    examples: [sampleDifference],
  });

/** What the chain says of a receipt. */
export const ReceiptVerification = z
  .object({
    isVerified: z.boolean().describe('Whether the chain has just this payment.'),
    isFound: z.boolean().describe('Whether the block has a payment at this position.'),
    confirmations: z.int().describe('How many blocks confirm it, its own among them.'),
    checkedAt: z.iso.datetime(),
    differences: z.array(ReceiptDifference),
  })
  .meta({
    id: 'ReceiptVerification',
    description: 'What the chain says of a receipt, at this moment.',
    examples: [
      {
        isVerified: false,
        isFound: true,
        confirmations: 12,
        checkedAt: SAMPLE.confirmed.at,
        differences: [sampleDifference],
      },
    ],
  });
