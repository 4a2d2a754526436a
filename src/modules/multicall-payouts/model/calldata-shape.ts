import { z } from 'zod';
import { CONTRACTS } from '#catalog/contracts.ts';
import { BUNDLE_KINDS } from '#catalog/families.ts';
import { NetworkWord } from '#catalog/network-shape.ts';
import { SAMPLE_PAYMENT as SAMPLE, SAMPLE_TRANSACTIONS } from '#catalog/samples.ts';
import {
  BatchMetadataResponse,
  CalldataMetadataResponse,
  SingleBatchCalldata,
  TransactionResponse,
} from '#modules/calldata/index.ts';
import { FeeBundle } from '#modules/fees/index.ts';
import { SAMPLE_BUNDLE } from './details-shape.ts';

const base = CalldataMetadataResponse.shape;

const sampleChild = {
  position: 0,
  securePaymentToken: SAMPLE.token,
  requestId: SAMPLE.requestId,
  payee: SAMPLE.payee,
  amount: SAMPLE.amount,
  paymentCurrency: SAMPLE.currencyId,
  paymentReference: SAMPLE.paymentReference,
  paymentCurrencyAddress: SAMPLE.tokenAddress,
  sourceTokenAddress: null,
  tokenAddress: SAMPLE.tokenAddress,
  network: SAMPLE.network,
} as const;

const sampleCall = {
  network: SAMPLE.network,
  chain: 'BASE',
  chainId: 8453,
  target: CONTRACTS.base.erc20FeeProxy,
  contractAddress: CONTRACTS.base.erc20FeeProxy,
  calldata: '0xc219a14d',
};

const DestinationCall = z
  .object({
    network: NetworkWord,
    chain: z.string(),
    chainId: z.int().optional(),
    target: z.string(),
    contractAddress: z.string().describe('The same.'),
    calldata: z.string(),
  })
  .meta({
    id: 'DestinationCall',
    description: 'What a route calls where it ends.',
    examples: [sampleCall],
  });

const ChildCalldata = z
  .object({
    position: z.int().min(0).describe('In the bundle, from 0.'),
    securePaymentToken: z.string(),
    requestId: z.string(),
    payee: z.string(),
    amount: z.string().describe('Still due, a human decimal.'),
    paymentCurrency: z.string(),
    paymentReference: z.string().nullable(),
    paymentCurrencyAddress: z.string().nullable().describe('Null for a native coin.'),
    sourceTokenAddress: z.string().nullable().describe('Null on its own network.'),
    tokenAddress: z.string().nullable(),
    network: NetworkWord,
    destinationCall: DestinationCall.optional(),
    platformFee: base.platformFee,
  })
  .meta({
    id: 'MulticallChildCalldata',
    description: 'A child that the transactions pay.',
    examples: [sampleChild],
  });

const BatchPayment = z
  .object({
    transactionIndex: z.int().min(0).describe('In `transactions`.'),
    childPositions: z.array(z.int().min(0)).describe('The children that it pays, all or none.'),
  })
  .meta({
    id: 'MulticallBatchPayment',
    description: 'Which children one transaction pays. Added by Florin.',
    examples: [{ transactionIndex: 1, childPositions: [0, 1] }],
  });

const MulticallTransaction = TransactionResponse.extend({
  childPositions: z
    .array(z.int().min(0))
    .optional()
    .describe('Only on Tron: the children that it pays; empty for an approval. Added by Florin.'),
}).meta({
  id: 'MulticallTransaction',
  description: 'One call of a bundle to sign and send.',
  examples: [SAMPLE_TRANSACTIONS[0]],
});

const sampleMetadata = {
  stepsRequired: 2,
  needsApproval: true,
  approvalTransactionIndex: 0,
  approvalTransactionsCount: 1,
  paymentTransactionIndex: 1,
  approvalTransactionIndices: [0],
  batchPaymentTransactionIndex: 1,
  feeTransactionIndices: [],
  batchPayments: [{ transactionIndex: 1, childPositions: [0] }],
  hasEnoughBalance: true,
  hasEnoughGas: true,
  hasEnoughAllowance: false,
  routeType: 'samechain',
  childCount: 2,
  executableLegCount: 1,
  paymentCurrencyId: SAMPLE.currencyId,
  network: SAMPLE.network,
  feePlanCarried: false,
} as const;

const MulticallMetadata = z
  .object({
    stepsRequired: base.stepsRequired,
    needsApproval: base.needsApproval,
    approvalTransactionIndex: base.approvalTransactionIndex,
    approvalTransactionsCount: base.approvalTransactionsCount,
    paymentTransactionIndex: z.number().describe('The first transaction that pays.'),
    approvalTransactionIndices: z.array(z.int().min(0)),
    batchPaymentTransactionIndex: z.int().min(0).optional().describe('The same.'),
    feeTransactionIndices: z.array(z.int().min(0)),
    batchPayments: z
      .array(BatchPayment)
      .describe('One for as many children as fit, or a route for each.'),
    bridgeTxIndices: z.array(z.int().min(0)).optional().describe('This to `bridge`: of routes.'),
    aggregateAllowance: z.string().optional().describe('In smallest units, as the next.'),
    bridgeSourceAmount: z.string().optional(),
    sourceSideAmount: z.string().optional(),
    bridgeFeeAmount: z.string().optional().describe('A human decimal.'),
    sourceToken: z.string().optional(),
    sourceTokenAddress: z.string().optional(),
    sourceNetwork: z.string().optional().describe('Where the transactions are signed.'),
    bridge: z.string().optional(),
    balance: base.balance,
    allowance: base.allowance,
    nativeBalance: base.nativeBalance,
    requiredAmount: base.requiredAmount,
    sourceAmount: base.sourceAmount,
    quoteFetchedAt: base.quoteFetchedAt,
    quoteExpiresAt: z.iso.datetime().optional(),
    executionDeadline: base.executionDeadline,
    executionDeadlineBreakdown: base.executionDeadlineBreakdown,
    safePaymentDeadline: base.safePaymentDeadline,
    safeThreshold: base.safeThreshold,
    eoaApprovalRequired: base.eoaApprovalRequired,
    eoaApproval: base.eoaApproval,
    estimatedApprovalNetworkFee: base.estimatedApprovalNetworkFee,
    estimatedPaymentNetworkFee: base.estimatedPaymentNetworkFee,
    rawStep: base.rawStep,
    costBreakdown: base.costBreakdown,
    hasEnoughBalance: base.hasEnoughBalance,
    hasEnoughGas: base.hasEnoughGas,
    hasEnoughAllowance: base.hasEnoughAllowance,
    insufficientTokens: BatchMetadataResponse.shape.insufficientTokens.describe(
      'Only with a wallet. Added by Florin.',
    ),
    estimatedNetworkFee: BatchMetadataResponse.shape.estimatedNetworkFee,
    estimatedNetworkFeeUsd: BatchMetadataResponse.shape.estimatedNetworkFeeUsd,
    approvalFeeLimit: base.approvalFeeLimit,
    paymentFeeLimit: base.paymentFeeLimit,
    routeType: base.routeType,
    platformFee: base.platformFee,
    transactionSponsorshipFeeUsd: base.transactionSponsorshipFeeUsd,
    childCount: z.int().min(0).describe('Of the whole bundle.'),
    executableLegCount: z.int().min(0).describe('Of the children that are paid here.'),
    paymentCurrencyId: z.string().optional().describe('Where all are paid in one currency.'),
    network: z.string().optional(),
    feePlanCarried: z.boolean().describe('Whether any of them has a fee plan.'),
  })
  .meta({
    id: 'MulticallMetadata',
    description: 'What the transactions of a bundle require of the wallet.',
    examples: [sampleMetadata],
  });

const sampleTransactions = [
  SAMPLE_TRANSACTIONS[0],
  { to: CONTRACTS.base.batchPayments ?? SAMPLE.payee, data: '0x92cddb91', value: '0x0' },
];

/** What the payer of a bundle signs. */
export const MulticallCalldata = z
  .object({
    paymentType: z.literal('multicall'),
    transactions: z
      .array(MulticallTransaction)
      .describe('Approvals, then batches or routes (`metadata.batchPayments`), then fees.'),
    eoaApprovalTransactions: z.array(TransactionResponse).optional(),
    permit: SingleBatchCalldata.shape.permit,
    feeBundle: FeeBundle.nullable(),
    executionKind: z.enum(BUNDLE_KINDS),
    token: z.string().describe('Of the bundle.'),
    network: NetworkWord.optional(),
    chainId: z.int().optional(),
    childTokens: z.array(z.string()).describe('In the order of `children`, as all lists here.'),
    requestIds: z.array(z.string()),
    children: z.array(ChildCalldata).describe('Those that can be paid now.'),
    payees: z.array(z.string()),
    amounts: z.array(z.string()).describe('Human decimals.'),
    references: z.array(z.string().nullable()).describe('Payment references.'),
    destinationCalls: z.array(DestinationCall).optional(),
    metadata: MulticallMetadata,
  })
  .meta({
    id: 'MulticallCalldata',
    description: 'Executable calldata of a bundle.',
    examples: [
      {
        paymentType: 'multicall',
        transactions: sampleTransactions,
        eoaApprovalTransactions: [],
        feeBundle: null,
        executionKind: 'evm_same_chain',
        token: SAMPLE_BUNDLE,
        network: SAMPLE.network,
        chainId: 8453,
        childTokens: [SAMPLE.token],
        requestIds: [SAMPLE.requestId],
        children: [sampleChild],
        payees: [SAMPLE.payee],
        amounts: [SAMPLE.amount],
        references: [SAMPLE.paymentReference],
        metadata: sampleMetadata,
      },
    ],
  });
/** What the payer of a bundle signs. */
export type MulticallCalldata = z.output<typeof MulticallCalldata>;
