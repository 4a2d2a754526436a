import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { PayerQuery } from '../model/payer-query.ts';
import { viewSecurePayment } from '../view-secure-payment.ts';
import { linkRefusals, RequestStatuses } from './link-refusals.ts';

const PaymentOption = z
  .object({ balance: z.string(), hasEnoughBalance: z.boolean(), neededAmount: z.string() })
  .meta({ id: 'PaymentOption', description: 'One token of the wallet; human decimals.' });

const Destination = z
  .object({
    destinationId: z.string().optional(),
    payeeAddress: z.string().describe('Wallet and chain: the part before the token.'),
    tokenAddress: z.string(),
    walletAddress: z.string(),
    network: z.string(),
    isMasked: z.boolean().optional(),
  })
  .meta({ id: 'Destination', description: 'Whom the payment goes to.' });

const Analytics = z
  .object({
    creationTimestamp: z.iso.datetime().optional(),
    feeAmountsUsdUnavailableReason: z.enum(['fee_plan_unavailable']).optional(),
    numberOfPaymentsExcludingFees: z.int().min(0).optional(),
    destinationIds: z.array(z.string()).optional(),
  })
  .meta({ id: 'Analytics', description: 'Facts for counting, without names of vendors.' });

/** What the page shows of a single payment. */
const SecurePaymentView = z
  .object({
    paymentType: z.literal('single'),
    status: z.enum(['pending', 'completed', 'expired', 'invalidated', 'compliance_failed']),
    redirectUrl: z.string().nullable(),
    redirectLabel: z.string().nullable(),
    branding: z.null(),
    paymentOptions: z
      .record(z.string(), z.record(z.string(), PaymentOption))
      .optional()
      .describe('By source chain, then token; only when `wallet` is given.'),
    analytics: Analytics.optional(),
    requestIds: z.array(z.string()),
    payee: z.string(),
    network: z.string(),
    amount: z.string().describe('In smallest units.'),
    paymentCurrency: z.string(),
    isNativeCurrency: z.boolean(),
    destination: Destination.nullable(),
    reference: z.string().nullable(),
    isPayeeAddressMasked: z.boolean().optional(),
    feePlan: z.null(),
    paymentReference: z.string().nullable(),
    flow: z.enum(['incoming', 'outgoing']),
    requestStatuses: RequestStatuses.optional().describe(
      'Only once a payment was seen on the chain. An addition of Florin.',
    ),
  })
  .meta({ id: 'SecurePaymentView', description: 'Display data of a single payment.' });

/** `GET /v2/secure-payments/{token}`: what the payer's page shows. */
export const viewSecurePaymentEndpoint = endpoint({
  operationId: 'viewSecurePayment',
  host: 'api',
  method: 'get',
  path: '/v2/secure-payments/{token}',
  tag: 'Secure payments',
  summary: 'Shows a payment link to its payer.',
  description:
    'The token is the right to read and pay the link, with any active client ID whose origin matches. Answers while the link can be paid; 409 and 403 say why not.',
  accepts: ['client_id'],
  originRequired: true,
  params: z.object({ token: z.string() }),
  query: PayerQuery,
  body: undefined,
  answer: { status: 200, schema: SecurePaymentView },
  refusals: linkRefusals,
  run: (ctx: Context, { params, query }) => viewSecurePayment(ctx, { token: params.token, query }),
});
