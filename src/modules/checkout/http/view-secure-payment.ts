import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { PayerQuery, TokenParams } from '../model/payer-query.ts';
import { viewSecurePayment } from '../view-secure-payment.ts';
import { linkRefusals } from './link-refusals.ts';
import {
  HiddenSecurePaymentView,
  SecurePaymentBatchView,
  SecurePaymentBundleView,
  SecurePaymentView,
} from './view-shapes.ts';

/** `GET /v2/secure-payments/{token}`: what the payer's page shows. */
export const viewSecurePaymentEndpoint = endpoint({
  operationId: 'viewSecurePayment',
  host: 'api',
  method: 'get',
  path: '/v2/secure-payments/{token}',
  tag: 'Secure payments',
  summary: 'Shows a payment link to its payer.',
  description:
    'The token is the right to read and pay the link, with any active client ID whose origin matches. 409 and 403 say why it cannot be paid. Where only some wallets may pay, or something is hidden from the others, `accessDecision` is about `wallet`; a wallet that may not pay is reported by `secure_payment.access_rejected`.',
  accepts: ['client_id'],
  originRequired: true,
  params: TokenParams,
  query: PayerQuery,
  body: undefined,
  answer: {
    status: 200,
    schema: z.union([
      SecurePaymentView,
      SecurePaymentBatchView,
      HiddenSecurePaymentView,
      SecurePaymentBundleView,
    ]),
  },
  refusals: linkRefusals,
  run: (ctx: Context, { params, query }) => viewSecurePayment(ctx, { token: params.token, query }),
});
