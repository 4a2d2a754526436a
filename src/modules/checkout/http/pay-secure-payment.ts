import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { PayerQuery } from '../model/payer-query.ts';
import { paySecurePayment } from '../pay-secure-payment.ts';
import { linkRefusals } from './link-refusals.ts';

const Transaction = z
  .object({
    to: z.string(),
    data: z.string(),
    value: z.string().describe('Native coin sent along, in smallest units, as a `0x` number.'),
  })
  .meta({ id: 'Transaction', description: 'One call to sign and send.' });

const NativeCost = z
  .object({
    required: z.boolean(),
    currency: z.string(),
    amountNative: z.string(),
    hasEnoughBalance: z.boolean(),
  })
  .meta({ id: 'NativeCost', description: 'A cost in the native coin, as a human decimal.' });

const CostBreakdown = z
  .object({
    approvalFee: NativeCost.optional(),
    paymentGasFee: NativeCost.optional(),
    totalGasFee: NativeCost.optional(),
    fundingStatus: z.object({
      hasEnoughPaymentToken: z.boolean(),
      hasEnoughApprovalGas: z.boolean(),
      hasEnoughOverall: z.boolean(),
    }),
    totals: z
      .object({ paymentAmount: z.string(), paymentCurrency: z.string(), sourceAmount: z.string() })
      .optional()
      .describe('Human decimals; `sourceAmount` is amount and fee together.'),
  })
  .meta({ id: 'CostBreakdown', description: 'What the payment costs the wallet.' });

const units = (what: string) => z.string().optional().describe(`${what}, in smallest units.`);
const gasCost = (what: string) =>
  z.string().optional().describe(`${what}, as a human decimal of the native coin.`);

const CalldataMetadata = z
  .object({
    stepsRequired: z.number().describe('How many transactions are signed.'),
    needsApproval: z.boolean(),
    approvalTransactionIndex: z.number().optional().describe('The first approval.'),
    approvalTransactionsCount: z.number().optional(),
    paymentTransactionIndex: z.number(),
    hasEnoughBalance: z.boolean().optional().describe('True without a wallet.'),
    hasEnoughGas: z.boolean().optional().describe('True without a wallet.'),
    hasEnoughAllowance: z.boolean().optional().describe('True without a wallet.'),
    platformFee: z.object({ percentage: z.string(), address: z.string() }).optional(),
    balance: units('What the wallet has of the token'),
    allowance: units('What the wallet lets the contract take'),
    requiredAmount: units('Amount and fee'),
    nativeBalance: units('What the wallet has of the native coin'),
    estimatedNetworkFee: gasCost('What all transactions cost together'),
    estimatedApprovalNetworkFee: gasCost('What the approvals cost'),
    estimatedPaymentNetworkFee: gasCost('What the payment costs'),
    routeType: z.enum(['samechain', 'crosschain']).optional(),
    costBreakdown: CostBreakdown.optional(),
  })
  .meta({ id: 'CalldataMetadata', description: 'What the transactions ask of the wallet.' });

const SecurePaymentCalldata = z
  .object({
    paymentType: z.literal('single'),
    transactions: z.array(Transaction).describe('Approvals first, then the payment.'),
    eoaApprovalTransactions: z.array(Transaction).optional(),
    feeBundle: z.null(),
    metadata: CalldataMetadata,
    paymentReference: z.string().nullable(),
    flow: z.enum(['incoming', 'outgoing']),
  })
  .meta({ id: 'SecurePaymentCalldata', description: 'Executable calldata of a single payment.' });

/** `GET /v2/secure-payments/{token}/pay`: what the payer signs. */
export const paySecurePaymentEndpoint = endpoint({
  operationId: 'paySecurePayment',
  host: 'api',
  method: 'get',
  path: '/v2/secure-payments/{token}/pay',
  tag: 'Secure payments',
  summary: 'Prepares the transactions that pay a link.',
  description:
    'With `wallet` an approval comes first where the allowance falls short of amount and fee; without it the payment stands alone. What was paid in part is prepared for the rest.',
  accepts: ['client_id'],
  originRequired: true,
  params: z.object({ token: z.string() }),
  query: PayerQuery,
  body: undefined,
  answer: { status: 200, schema: SecurePaymentCalldata },
  refusals: linkRefusals,
  run: (ctx: Context, { params, query }) => paySecurePayment(ctx, { token: params.token, query }),
});
