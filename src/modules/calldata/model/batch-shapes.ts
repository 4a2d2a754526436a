import { z } from 'zod';
import { CONTRACTS } from '#catalog/contracts.ts';
import { SAMPLE_PAYMENT as SAMPLE, SAMPLE_TRANSACTIONS } from '#catalog/samples.ts';
import { EoaApproval, familyShapes } from './calldata-shapes.ts';

/** An approval of the batch contract, as examples of the API show it. */
export const SAMPLE_BATCH_APPROVAL = {
  to: SAMPLE.tokenAddress,
  data: SAMPLE_TRANSACTIONS[0]?.data ?? '0x',
  value: 0,
};

/** An approval as batches write it. */
export const BatchApprovalResponse = z
  .object({ to: z.string(), data: z.string(), value: z.literal(0) })
  .meta({
    id: 'BatchApproval',
    description: 'Lets the batch contract take a token.',
    examples: [SAMPLE_BATCH_APPROVAL],
  });

/** The payment of a batch. */
export const SAMPLE_BATCH_CALL = {
  to: CONTRACTS.base.batchPayments ?? SAMPLE.payee,
  data: '0x92cddb91',
  value: { type: 'BigNumber', hex: '0x00' },
};

const BigNumber = z
  .object({ type: z.literal('BigNumber'), hex: z.string().describe('Whole bytes, in `0x` form.') })
  .meta({
    id: 'BigNumber',
    description: 'A number of smallest units, as older clients read it.',
    examples: [SAMPLE_BATCH_CALL.value],
  });

/** A transaction whose value is written as older clients read it. */
export const BigNumberTransactionResponse = z
  .object({
    to: z.string(),
    data: z.string(),
    value: BigNumber,
    ...familyShapes,
  })
  .meta({
    id: 'BigNumberTransaction',
    description: 'One call to sign and send, with the coins sent along as a `BigNumber`.',
    examples: [SAMPLE_BATCH_CALL],
  });

const sampleShortage = {
  tokenAddress: SAMPLE.tokenAddress,
  tokenSymbol: SAMPLE.symbol,
  paymentCurrencyId: SAMPLE.currencyId,
  required: '15500000',
  available: '9000000',
};

const InsufficientToken = z
  .object({
    tokenAddress: z.string(),
    tokenSymbol: z.string().optional(),
    paymentCurrencyId: z.string().optional(),
    required: z.string(),
    available: z.string(),
  })
  .meta({
    id: 'InsufficientToken',
    description: 'A token that the wallet has too little of; smallest units.',
    examples: [sampleShortage],
  });

/** An answer of a payer with too little. */
export const SAMPLE_BATCH_METADATA = {
  hasEnoughBalance: false,
  hasEnoughGas: true,
  canMakePayment: false,
  insufficientTokens: [sampleShortage],
  estimatedNetworkFee: '0.000041',
  estimatedNetworkFeeUsd: '0.1312',
};

/** What a batch requires of the wallet. */
export const BatchMetadataResponse = z
  .object({
    hasEnoughBalance: z.boolean(),
    hasEnoughGas: z.boolean().nullable().optional(),
    canMakePayment: z.boolean().nullable().optional(),
    insufficientTokens: z.array(InsufficientToken).optional(),
    eoaApprovalRequired: z.boolean().optional(),
    eoaApproval: EoaApproval.optional(),
    estimatedNetworkFee: z
      .string()
      .optional()
      .describe(
        'What all transactions cost together, as a human decimal of the native coin. Added by Florin.',
      ),
    estimatedNetworkFeeUsd: z
      .string()
      .optional()
      .describe(
        'The same in dollars, where the network has a fresh price of its coin. Added by Florin.',
      ),
  })
  .meta({
    id: 'BatchMetadata',
    description: 'What a batch requires of the wallet; only where there is one.',
    examples: [SAMPLE_BATCH_METADATA],
  });
