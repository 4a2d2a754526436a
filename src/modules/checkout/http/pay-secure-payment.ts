import { z } from 'zod';
import type { Context } from '#context.ts';
import { MulticallCalldata } from '#modules/multicall-payouts/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { TokenParams } from '../model/payer-query.ts';
import { PayQuery } from '../model/permit-query.ts';
import { paySecurePayment } from '../pay-secure-payment.ts';
import { linkRefusals, payerRefusals } from './link-refusals.ts';
import { SecurePaymentBatchCalldata, SecurePaymentCalldata } from './pay-shapes.ts';
import { routeRefusals } from './route-refusals.ts';

/** `GET /v2/secure-payments/{token}/pay`: what the payer signs. */
export const paySecurePaymentEndpoint = endpoint({
  operationId: 'paySecurePayment',
  host: 'api',
  method: 'get',
  path: '/v2/secure-payments/{token}/pay',
  tag: 'Secure payments',
  summary: 'Prepares the transactions that pay a link.',
  description:
    'With `wallet` an approval comes first where the allowance falls short. What is still due is prepared: a batch as one transaction behind its approvals, a bundle as few as fit. From another network’s `chain` and `token`: an approval, routes and fees.',
  accepts: ['client_id'],
  originRequired: true,
  params: TokenParams,
  query: PayQuery,
  body: undefined,
  answer: {
    status: 200,
    schema: z.union([SecurePaymentCalldata, SecurePaymentBatchCalldata, MulticallCalldata]),
  },
  refusals: [...linkRefusals, ...payerRefusals, ...routeRefusals],
  run: (ctx: Context, { params, query }) => paySecurePayment(ctx, { token: params.token, query }),
});
