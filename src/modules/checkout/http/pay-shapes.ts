import { z } from 'zod';
import { CONTRACTS } from '#catalog/contracts.ts';
import { SAMPLE_PAYMENT as SAMPLE, SAMPLE_TRANSACTIONS } from '#catalog/samples.ts';
import { FeeBundle } from '#modules/fees/index.ts';

const sampleCost = (amountNative: string) => ({
  required: true,
  currency: SAMPLE.nativeSymbol,
  amountNative,
  hasEnoughBalance: true,
});
const sampleFunding = {
  hasEnoughPaymentToken: true,
  hasEnoughApprovalGas: true,
  hasEnoughOverall: true,
};
const sampleTotals = {
  paymentAmount: SAMPLE.amount,
  paymentCurrency: SAMPLE.currencyId,
  sourceAmount: SAMPLE.total,
};
const samplePlatformFee = { percentage: SAMPLE.feePercentage, address: SAMPLE.feeAddress };
const sampleBreakdown = {
  approvalFee: sampleCost('0.000006'),
  paymentGasFee: sampleCost('0.000013'),
  totalGasFee: sampleCost('0.000019'),
  fundingStatus: sampleFunding,
  totals: sampleTotals,
};
const sampleMetadata = {
  stepsRequired: 2,
  needsApproval: true,
  transactionSponsorshipFeeUsd: null,
  approvalTransactionIndex: 0,
  approvalTransactionsCount: 1,
  paymentTransactionIndex: 1,
  hasEnoughBalance: true,
  hasEnoughGas: true,
  hasEnoughAllowance: false,
  platformFee: samplePlatformFee,
  balance: '150000000',
  allowance: '0',
  requiredAmount: SAMPLE.totalUnits,
  nativeBalance: '25000000000000000',
  estimatedNetworkFee: '0.000019',
  estimatedApprovalNetworkFee: '0.000006',
  estimatedPaymentNetworkFee: '0.000013',
  routeType: 'samechain',
  costBreakdown: sampleBreakdown,
};

const Transaction = z
  .object({
    to: z.string().describe('The contract that is called: the token, or the fee proxy.'),
    data: z.string().describe('ABI-encoded calldata.'),
    value: z.string().describe('Native coin sent along, in smallest units, as a `0x` number.'),
  })
  .meta({
    id: 'Transaction',
    description: 'One call to sign and send.',
    examples: [SAMPLE_TRANSACTIONS[0]],
  });

const NativeCost = z
  .object({
    required: z.boolean(),
    currency: z.string(),
    amountNative: z.string(),
    hasEnoughBalance: z.boolean(),
  })
  .meta({
    id: 'NativeCost',
    description: 'A cost in the native coin, as a human decimal.',
    examples: [sampleCost('0.000013')],
  });

const FundingStatus = z
  .object({
    hasEnoughPaymentToken: z.boolean(),
    hasEnoughApprovalGas: z.boolean(),
    hasEnoughOverall: z.boolean(),
  })
  .meta({
    id: 'FundingStatus',
    description: 'What the wallet has enough of.',
    examples: [sampleFunding],
  });

const PaymentTotals = z
  .object({
    paymentAmount: z.string(),
    paymentCurrency: z.string().describe('`<symbol>-<network>`.'),
    sourceAmount: z.string().describe('Amount and fee together: what leaves the wallet.'),
  })
  .meta({
    id: 'PaymentTotals',
    description: 'What is paid; human decimals.',
    examples: [sampleTotals],
  });

const PlatformFee = z
  .object({
    percentage: z.string().describe('From 0 to 100, such as `2.5`.'),
    address: z.string().describe('Who receives it.'),
  })
  .meta({
    id: 'PlatformFee',
    description: 'The fee that the link was created with.',
    examples: [samplePlatformFee],
  });

const CostBreakdown = z
  .object({
    approvalFee: NativeCost.optional(),
    paymentGasFee: NativeCost.optional(),
    totalGasFee: NativeCost.optional(),
    fundingStatus: FundingStatus,
    totals: PaymentTotals.optional(),
  })
  .meta({
    id: 'CostBreakdown',
    description: 'What the payment costs the wallet.',
    examples: [sampleBreakdown],
  });

const units = (what: string) => z.string().optional().describe(`${what}, in smallest units.`);
const gasCost = (what: string) =>
  z.string().optional().describe(`${what}, as a human decimal of the native coin.`);

const CalldataMetadata = z
  .object({
    stepsRequired: z.number().describe('How many transactions are signed.'),
    needsApproval: z.boolean(),
    transactionSponsorshipFeeUsd: z
      .null()
      .optional()
      .describe('Null: on this network nobody sponsors transactions.'),
    approvalTransactionIndex: z.number().optional().describe('The first approval.'),
    approvalTransactionsCount: z.number().optional(),
    paymentTransactionIndex: z.number().describe('The payment; those of fees come after it.'),
    hasEnoughBalance: z.boolean().optional().describe('True without a wallet.'),
    hasEnoughGas: z.boolean().optional().describe('True without a wallet.'),
    hasEnoughAllowance: z.boolean().optional().describe('True without a wallet.'),
    platformFee: PlatformFee.optional(),
    protocolFee: PlatformFee.optional(),
    balance: units('What the wallet has of the token'),
    allowance: units('What the wallet lets the contract take'),
    requiredAmount: units('Amount and fee; of a conversion the most that it may take'),
    sourceAmount: units('What a conversion takes at the rate of the moment'),
    nativeBalance: units('What the wallet has of the native coin'),
    estimatedNetworkFee: gasCost('What all transactions cost together'),
    estimatedApprovalNetworkFee: gasCost('What the approvals cost'),
    estimatedPaymentNetworkFee: gasCost('What the payment costs'),
    routeType: z.enum(['samechain', 'crosschain']).optional(),
    costBreakdown: CostBreakdown.optional(),
  })
  .meta({
    id: 'CalldataMetadata',
    description: 'What the transactions ask of the wallet.',
    examples: [sampleMetadata],
  });

/** What the payer of a single payment signs. */
export const SecurePaymentCalldata = z
  .object({
    paymentType: z.literal('single'),
    transactions: z
      .array(Transaction)
      .describe('Approvals first, then the payment, then a payment for each fee of `feeBundle`.'),
    eoaApprovalTransactions: z.array(Transaction).optional(),
    feeBundle: FeeBundle.nullable().describe('Null where no fee plan applies.'),
    metadata: CalldataMetadata,
    paymentReference: z.string().nullable(),
    flow: z.enum(['incoming', 'outgoing']),
  })
  .meta({
    id: 'SecurePaymentCalldata',
    description: 'Executable calldata of a single payment.',
    examples: [
      {
        paymentType: 'single',
        transactions: SAMPLE_TRANSACTIONS,
        eoaApprovalTransactions: [],
        feeBundle: null,
        metadata: sampleMetadata,
        paymentReference: SAMPLE.paymentReference,
        flow: 'incoming',
      },
    ],
  });

const sampleApproval = {
  to: SAMPLE.tokenAddress,
  data: SAMPLE_TRANSACTIONS[0]?.data ?? '0x',
  value: 0,
};

/** An approval as batches write it. */
export const BatchApproval = z
  .object({ to: z.string(), data: z.string(), value: z.literal(0) })
  .meta({
    id: 'BatchApproval',
    description: 'Lets the batch contract take a token.',
    examples: [sampleApproval],
  });

const sampleBatchCall = {
  to: CONTRACTS.base.batchPayments ?? SAMPLE.payee,
  data: '0x92cddb91',
  value: { type: 'BigNumber', hex: '0x00' },
};

const BigNumber = z
  .object({ type: z.literal('BigNumber'), hex: z.string().describe('Whole bytes, in `0x` form.') })
  .meta({
    id: 'BigNumber',
    description: 'A number of smallest units, as older clients read it.',
    examples: [sampleBatchCall.value],
  });

/** A transaction whose value is written as older clients read it. */
export const BigNumberTransaction = z
  .object({
    to: z.string(),
    data: z.string(),
    value: BigNumber,
  })
  .meta({
    id: 'BigNumberTransaction',
    description: 'One call to sign and send, with the coins sent along as a `BigNumber`.',
    examples: [sampleBatchCall],
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

const sampleBatchMetadata = {
  hasEnoughBalance: false,
  hasEnoughGas: true,
  canMakePayment: false,
  insufficientTokens: [sampleShortage],
};

/** What a batch asks of the wallet. */
export const BatchMetadata = z
  .object({
    hasEnoughBalance: z.boolean().describe('True without a wallet.'),
    hasEnoughGas: z.boolean().nullable().optional().describe('Null without a wallet.'),
    canMakePayment: z.boolean().nullable().optional().describe('Null without a wallet.'),
    insufficientTokens: z.array(InsufficientToken).optional(),
  })
  .meta({
    id: 'BatchMetadata',
    description: 'What a batch asks of the wallet.',
    examples: [sampleBatchMetadata],
  });

/** What the payer of a batch signs. */
export const SecurePaymentBatchCalldata = z
  .object({
    ERC20ApprovalTransactions: z.array(BatchApproval).describe('Come first; empty for none.'),
    batchPaymentTransaction: BigNumberTransaction,
    metadata: BatchMetadata,
  })
  .meta({
    id: 'SecurePaymentBatchCalldata',
    description: 'Executable calldata of a batch: one transaction that pays all or nothing.',
    examples: [
      {
        ERC20ApprovalTransactions: [sampleApproval],
        batchPaymentTransaction: sampleBatchCall,
        metadata: sampleBatchMetadata,
      },
    ],
  });
