import { z } from 'zod';
import { SAMPLE_STEP } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { RouteStep, refuseStep, TOO_MANY_ROUTES } from '#modules/crosschain/index.ts';
import { MulticallCalldata } from '#modules/multicall-payouts/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { TokenParams } from '../model/payer-query.ts';
import { refreshStepTransaction, tooManyRefreshes } from '../refresh-step-transaction.ts';
import { closedRefusals, payerRefusals, progressRefusal } from './link-refusals.ts';
import { SecurePaymentCalldata } from './pay-shapes.ts';

const RefreshStepBody = z.strictObject({ step: RouteStep }).meta({
  id: 'RefreshStepRequest',
  description: 'The step of a route.',
  examples: [{ step: SAMPLE_STEP }],
});

/** `POST /v2/secure-payments/{token}/refresh-step-transaction`: a route by a quote of this moment. */
export const refreshStepTransactionEndpoint = endpoint({
  operationId: 'refreshStepTransaction',
  host: 'api',
  method: 'post',
  path: '/v2/secure-payments/{token}/refresh-step-transaction',
  tag: 'Secure payments',
  summary: 'Prepares a payment from another network again, by a fresh quote.',
  description:
    'Send `metadata.rawStep` of `/pay` as `step`; the answer is that of `/pay`. Nothing is stored.',
  accepts: ['client_id'],
  originRequired: true,
  isIdempotent: true,
  params: TokenParams,
  query: z.object({}),
  body: RefreshStepBody,
  answer: { status: 200, schema: z.union([SecurePaymentCalldata, MulticallCalldata]) },
  refusals: [
    {
      status: 400,
      when: 'The step is of no route of this link, or its route is not offered now: with the codes of `/pay`.',
      examples: [refuseStep('id')],
    },
    ...closedRefusals,
    ...payerRefusals.filter(({ status }) => status !== 400),
    progressRefusal,
    {
      status: 429,
      when: 'A caller refreshes a link 60 times an hour at most.',
      examples: [tooManyRefreshes(60)],
    },
    TOO_MANY_ROUTES,
  ],
  run: (ctx: Context, { params, body }) =>
    refreshStepTransaction(ctx, { token: params.token, step: body.step }),
});
