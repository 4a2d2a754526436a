import { z } from 'zod';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { AccessDecision } from '#modules/compliance/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { PayerQuery, TokenParams } from '../model/payer-query.ts';
import { MASKED_ADDRESS } from '../model/payment-view.ts';
import { viewSecurePayment } from '../view-secure-payment.ts';
import { linkRefusals, RequestStatuses } from './link-refusals.ts';

const sampleOption = { balance: '150', hasEnoughBalance: true, neededAmount: SAMPLE.total };
const sampleOptions = { [SAMPLE.sourceChain]: { [SAMPLE.symbol]: sampleOption } };
const sampleDestination = {
  destinationId: SAMPLE.destinationId,
  payeeAddress: SAMPLE.interopAddress,
  tokenAddress: SAMPLE.tokenAddress,
  walletAddress: SAMPLE.payee,
  network: SAMPLE.network,
  isMasked: false,
};
const sampleAnalytics = {
  creationTimestamp: SAMPLE.createdAt,
  feeAmountsUsdUnavailableReason: 'fee_plan_unavailable',
  numberOfPaymentsExcludingFees: 1,
  destinationIds: [SAMPLE.destinationId],
};

const PaymentOption = z
  .object({
    balance: z.string().describe('What the wallet has.'),
    hasEnoughBalance: z.boolean(),
    neededAmount: z.string().describe('What is still due, with the fee.'),
  })
  .meta({
    id: 'PaymentOption',
    description: 'One token of the wallet; human decimals.',
    examples: [sampleOption],
  });

const PaymentOptions = z.record(z.string(), z.record(z.string(), PaymentOption)).meta({
  id: 'PaymentOptions',
  description:
    'What the wallet can pay with: by source chain (`BASE`, `OPTIMISM`, `ARBITRUM`, `ETHEREUM`, `POLYGON`, `BNB`), then by token symbol. Empty where the destination is on a network that is no source chain.',
  examples: [sampleOptions],
});

const Destination = z
  .object({
    destinationId: z.string().optional().describe('Left out where the payee is masked.'),
    payeeAddress: z.string().describe('Wallet and chain: the part before the token.'),
    tokenAddress: z.string(),
    walletAddress: z.string(),
    network: z.enum(NETWORK_IDS),
    isMasked: z.boolean().optional().describe('Whether both addresses of the payee are masked.'),
  })
  .meta({
    id: 'Destination',
    description: 'Whom the payment goes to.',
    examples: [sampleDestination],
  });

const Analytics = z
  .object({
    creationTimestamp: z.iso.datetime().optional(),
    feeAmountsUsdUnavailableReason: z.enum(['fee_plan_unavailable']).optional(),
    numberOfPaymentsExcludingFees: z.int().min(0).optional(),
    destinationIds: z.array(z.string()).optional().describe('Left out where the payee is masked.'),
  })
  .meta({
    id: 'Analytics',
    description: 'Facts for counting, without names of vendors.',
    examples: [sampleAnalytics],
  });

const decision = AccessDecision.optional().describe(
  'Only when `wallet` is given and the link has an allowlist or hides anything.',
);

/** What the page shows of a single payment. */
const SecurePaymentView = z
  .object({
    paymentType: z.literal('single'),
    status: z.enum(['pending', 'completed', 'expired', 'invalidated', 'compliance_failed']),
    redirectUrl: z.string().nullable(),
    redirectLabel: z.string().nullable(),
    orchestratorId: z
      .string()
      .optional()
      .describe('The partner that created the link, where one did; fixed then.'),
    branding: z.null(),
    paymentOptions: PaymentOptions.optional().describe('Only when `wallet` is given.'),
    analytics: Analytics.optional(),
    requestIds: z.array(z.string()),
    payee: z
      .string()
      .describe(`The wallet that is paid; \`${MASKED_ADDRESS}\` where it is masked.`),
    network: z.enum(NETWORK_IDS),
    amount: z
      .string()
      .describe(
        'What is still due without a fee, in smallest units: the whole amount until a part was paid.',
      ),
    paymentCurrency: z.string().describe('`<symbol>-<network>`.'),
    isNativeCurrency: z.boolean(),
    destination: Destination.nullable(),
    reference: z.string().nullable(),
    isPayeeAddressMasked: z
      .boolean()
      .optional()
      .describe('Whether the payee is masked until a wallet is approved.'),
    feePlan: z.null(),
    paymentReference: z.string().nullable(),
    flow: z.enum(['incoming', 'outgoing']),
    accessDecision: decision,
    requestStatuses: RequestStatuses.optional().describe(
      'Only while a payment was seen that still waits for confirmations. An addition of Florin.',
    ),
  })
  .meta({
    id: 'SecurePaymentView',
    description: 'Display data of a single payment.',
    examples: [
      {
        paymentType: 'single',
        status: 'pending',
        redirectUrl: SAMPLE.redirectUrl,
        redirectLabel: SAMPLE.redirectLabel,
        branding: null,
        paymentOptions: sampleOptions,
        analytics: sampleAnalytics,
        requestIds: [SAMPLE.requestId],
        payee: SAMPLE.payee,
        network: SAMPLE.network,
        amount: SAMPLE.amountUnits,
        paymentCurrency: SAMPLE.currencyId,
        isNativeCurrency: false,
        destination: sampleDestination,
        reference: SAMPLE.reference,
        isPayeeAddressMasked: false,
        feePlan: null,
        paymentReference: SAMPLE.paymentReference,
        flow: 'incoming',
      },
    ],
  });

/** What is shown of a payment that is hidden until a wallet is approved. */
const HiddenSecurePaymentView = z
  .object({
    paymentType: z.literal('single'),
    status: z.enum(['pending', 'completed', 'expired', 'invalidated', 'compliance_failed']),
    redirectUrl: z.string().nullable(),
    redirectLabel: z.string().nullable(),
    orchestratorId: z.string().optional(),
    branding: z.null(),
    analytics: Analytics.optional(),
    accessDecision: decision,
  })
  .meta({
    id: 'HiddenSecurePaymentView',
    description:
      'A payment that is hidden until a wallet is approved: neither payee nor amount nor requests.',
    examples: [
      {
        paymentType: 'single',
        status: 'pending',
        redirectUrl: null,
        redirectLabel: null,
        branding: null,
        analytics: { creationTimestamp: SAMPLE.createdAt },
      },
    ],
  });

/** `GET /v2/secure-payments/{token}`: what the payer's page shows. */
export const viewSecurePaymentEndpoint = endpoint({
  operationId: 'viewSecurePayment',
  host: 'api',
  method: 'get',
  path: '/v2/secure-payments/{token}',
  tag: 'Secure payments',
  summary: 'Shows a payment link to its payer.',
  description:
    'The token is the right to read and pay the link, with any active client ID whose origin matches. Answers while the link can be paid; 409 and 403 say why not. Where only some wallets may pay, or something is hidden from the others, `accessDecision` tells about `wallet`; a wallet that may not pay is told of by `secure_payment.access_rejected`.',
  accepts: ['client_id'],
  originRequired: true,
  params: TokenParams,
  query: PayerQuery,
  body: undefined,
  answer: { status: 200, schema: z.union([SecurePaymentView, HiddenSecurePaymentView]) },
  refusals: linkRefusals,
  run: (ctx: Context, { params, query }) => viewSecurePayment(ctx, { token: params.token, query }),
});
