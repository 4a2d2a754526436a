import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE, SAMPLE_STEP, SAMPLE_TRANSACTIONS } from '#catalog/samples.ts';

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
/** An answer of a payer with enough of everything. */
export const SAMPLE_METADATA = {
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
  estimatedNetworkFeeUsd: '0.0608',
  estimatedApprovalNetworkFeeUsd: '0.0192',
  estimatedPaymentNetworkFeeUsd: '0.0416',
  routeType: 'samechain',
  costBreakdown: sampleBreakdown,
};

const TronRawData = z.looseObject({}).meta({
  id: 'TronRawData',
  description: 'The contents of a Tron transaction, as TronWeb takes them.',
  examples: [{ contract: [{ type: 'TriggerSmartContract' }], fee_limit: 300_000_000 }],
});

/** What wallets of some networks sign beside the call itself. */
export const familyShapes = {
  txID: z.string().optional().describe('Only on Tron: the id of the transaction.'),
  raw_data: TronRawData.optional().describe('Only on Tron: what is signed.'),
  raw_data_hex: z.string().optional().describe('Only on Tron: the same as bytes.'),
  visible: z.boolean().optional().describe('Only on Tron: false, as addresses are hexadecimal.'),
};

/** A call to sign and send, as secure payments write it. */
export const TransactionResponse = z
  .object({
    to: z.string().describe('The contract that is called: the token, or the fee proxy.'),
    data: z.string().describe('ABI-encoded calldata.'),
    value: z.string().describe('Native coin sent along, in smallest units, as a `0x` number.'),
    ...familyShapes,
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

const BridgeFee = z
  .object({
    required: z.boolean(),
    currency: z.string(),
    amount: z.string().describe('A human decimal.'),
    amountUsd: z.string(),
    hasEnoughBalance: z.boolean(),
  })
  .meta({
    id: 'BridgeFee',
    description: 'All that a route costs above the payment.',
    examples: [
      {
        required: true,
        currency: 'USDT-arbitrum-one',
        amount: '0.3',
        amountUsd: '0.3',
        hasEnoughBalance: true,
      },
    ],
  });

const Deadline = z
  .object({
    deadline: z.int().positive(),
    source: z.enum(['decoded', 'fallback']),
    tool: z.string().optional(),
  })
  .meta({
    id: 'ExecutionDeadline',
    description:
      'When a part of a route is too late, in Unix seconds; `decoded` from the calldata.',
    examples: [{ deadline: 1_767_326_645, source: 'decoded' }],
  });

const Deadlines = z.object({ bridge: Deadline, swap: Deadline.optional() }).meta({
  id: 'ExecutionDeadlines',
  description: 'The deadlines of the parts of a route.',
  examples: [{ bridge: { deadline: 1_767_326_645, source: 'decoded' } }],
});

const STEP_TEXT_MAX = 128;
const stepText = z.string().min(1).max(STEP_TEXT_MAX);

const StepAction = z
  .strictObject({
    toChainId: z.number(),
    toAddress: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address'),
  })
  .meta({
    id: 'RouteStepAction',
    description: 'Where a route ends, and what it calls there.',
    examples: [SAMPLE_STEP.action],
  });

const RouteStep = z
  .strictObject({
    id: stepText,
    type: stepText,
    tool: stepText,
    action: StepAction,
  })
  .meta({
    id: 'RouteStep',
    description: 'Names a route, so that `/refresh-step-transaction` prepares it again.',
    examples: [SAMPLE_STEP],
  });

const CostBreakdown = z
  .object({
    approvalFee: NativeCost.optional(),
    paymentGasFee: NativeCost.optional(),
    totalGasFee: NativeCost.optional(),
    bridgeFee: BridgeFee.optional(),
    fundingStatus: FundingStatus,
    totals: PaymentTotals.optional(),
  })
  .meta({
    id: 'CostBreakdown',
    description: 'What the payment costs the wallet.',
    examples: [sampleBreakdown],
  });

/** What a key signs by itself, so that an account may take its tokens. */
export const EoaApproval = z
  .object({
    owner: z.string(),
    spender: z.string(),
    tokenAddress: z.string(),
    currency: z.string(),
    amount: z.string(),
    approvalType: z.enum(['unlimited', 'exact']),
  })
  .meta({
    id: 'EoaApproval',
    description: 'Lets a smart account take tokens.',
    examples: [
      {
        owner: SAMPLE.payer,
        spender: SAMPLE.payee,
        tokenAddress: SAMPLE.tokenAddress,
        currency: SAMPLE.currencyId,
        amount: SAMPLE.totalUnits,
        approvalType: 'exact',
      },
    ],
  });

/** What a key may sign in place of the transactions that approve. */
export const PermitResponse = z
  .object({ kind: z.enum(['eip2612', 'permit2']), typedData: z.record(z.string(), z.unknown()) })
  .meta({
    id: 'Permit',
    description: 'What the key may sign instead. Added by Florin.',
    examples: [{ kind: 'eip2612', typedData: {} }],
  });

const units = (what: string) => z.string().optional().describe(`${what}, in smallest units.`);
const gasCost = (what: string) =>
  z.string().optional().describe(`${what}, as a human decimal of the native coin.`);

const gasCostUsd = (what: string) =>
  z
    .string()
    .optional()
    .describe(`\`${what}\` in dollars, where the network has a fresh price of its coin.`);

/** What the transactions of one payment require of the wallet. */
export const CalldataMetadataResponse = z
  .object({
    stepsRequired: z.number().describe('How many transactions are signed.'),
    needsApproval: z.boolean().describe('True where no wallet was read, but for coins.'),
    transactionSponsorshipFeeUsd: z
      .string()
      .nullable()
      .optional()
      .describe('The fee of `feeBundle` for sponsored transactions, in dollars; null for none.'),
    approvalTransactionIndex: z.number().optional().describe('The first approval.'),
    approvalTransactionsCount: z.number().optional(),
    paymentTransactionIndex: z.number().describe('The payment; those of fees come after it.'),
    hasEnoughBalance: z.boolean().optional().describe('Missing without a wallet, as the next two.'),
    hasEnoughGas: z.boolean().optional(),
    hasEnoughAllowance: z.boolean().optional(),
    eoaApprovalRequired: z.boolean().optional(),
    eoaApproval: EoaApproval.optional(),
    platformFee: PlatformFee.optional(),
    protocolFee: PlatformFee.optional(),
    balance: units('What the wallet has of the token'),
    allowance: units('What the wallet lets the contract take'),
    requiredAmount: units('Amount and fee; of a conversion the most that it may take'),
    sourceAmount: units('What a conversion takes now, or a route'),
    nativeBalance: units('What the wallet has of the native coin'),
    estimatedNetworkFee: gasCost('What all transactions cost together'),
    estimatedApprovalNetworkFee: gasCost('What the approvals cost'),
    estimatedPaymentNetworkFee: gasCost('What the payment costs'),
    estimatedNetworkFeeUsd: gasCostUsd('estimatedNetworkFee'),
    estimatedApprovalNetworkFeeUsd: gasCostUsd('estimatedApprovalNetworkFee'),
    estimatedPaymentNetworkFeeUsd: gasCostUsd('estimatedPaymentNetworkFee'),
    approvalFeeLimit: units(
      'Only on Tron, with an approval: the most that an approval may burn, as it is signed',
    ),
    paymentFeeLimit: units('Only on Tron: the most that the payment may burn, as it is signed'),
    routeType: z.enum(['samechain', 'crosschain']).optional(),
    quoteFetchedAt: z.iso.datetime().optional().describe('This and the next three: of a route.'),
    quoteExpiresAt: z.number().optional().describe('Unix seconds.'),
    executionDeadline: z.int().optional().describe('Unix seconds; mined later, it fails.'),
    executionDeadlineBreakdown: Deadlines.optional(),
    safePaymentDeadline: z.int().optional().describe('Unix seconds; of a Safe.'),
    safeThreshold: z
      .int()
      .optional()
      .describe('How many owners of a Safe must sign. Added by Florin.'),
    durationSeconds: z.number().optional().describe('Added by Florin.'),
    rawStep: RouteStep.optional(),
    costBreakdown: CostBreakdown.optional(),
  })
  .meta({
    id: 'CalldataMetadata',
    description: 'What the transactions require of the wallet.',
    examples: [SAMPLE_METADATA],
  });
