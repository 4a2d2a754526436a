import { z } from 'zod';
import type { Context } from '#context.ts';
import { CANNOT_BE_PAID, RequestCalldata } from '#modules/calldata/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { BankCalldata } from '../model/bank-calldata.ts';
import { requestInProgress } from '../model/request-in-progress.ts';
import { RequestPayQuery } from '../model/route-query.ts';
import { PaymentIntentForm } from '../model/signed-payment-shapes.ts';
import { payRequest } from '../pay-request.ts';
import { payToBank } from '../pay-to-bank.ts';
import { prepareSignedPayment } from '../prepare-signed-payment.ts';
import { payerRefusals } from './payer-refusals.ts';
import { RequestParams } from './request-shapes.ts';

const IN_PROGRESS = {
  status: 423,
  when: 'A payment of its link was forwarded, or owners of a Safe sign it: keep polling. Added by Florin.',
  examples: [requestInProgress({ isPaid: false }, [])],
} as const;

/** `GET /v2/request/{requestId}/pay`: what a payer signs. */
export const payRequestEndpoint = endpoint({
  operationId: 'payRequest',
  host: 'api',
  method: 'get',
  path: '/v2/request/{requestId}/pay',
  tag: 'Requests',
  summary: 'Prepares the transactions that pay a request.',
  description:
    'Approvals first, then the payment, then one transaction for each fee that is paid by itself. With `wallet` an approval comes where the allowance falls short. `amount` pays a part; what was paid before is taken off. A fee that only this call names is paid and shown by the chain, and is no fee of the request. From another network’s `chain` and `token`: an approval, a route and the fees.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'finance',
  fieldsOnly: true,
  params: RequestParams,
  query: RequestPayQuery,
  body: undefined,
  answer: { status: 200, schema: z.union([BankCalldata, RequestCalldata, PaymentIntentForm]) },
  refusals: [...payerRefusals, CANNOT_BE_PAID, IN_PROGRESS],
  run: (ctx: Context, { params, query }) => {
    const asked = { ...params, query };
    if (query.clientUserId !== undefined || query.paymentDetailsId !== undefined) {
      return payToBank(ctx, asked);
    }
    return query.form === 'payment_intent'
      ? prepareSignedPayment(ctx, asked)
      : payRequest(ctx, asked);
  },
});
