import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { viewPayer } from '../view-payer.ts';
import { PAYER_NOT_FOUND, PayerParams, PayerStatusResponse } from './payer-shapes.ts';

/** `GET /v2/payer/{clientUserId}`: where a payer stands. */
export const viewPayerEndpoint = endpoint({
  operationId: 'viewPayer',
  host: 'api',
  method: 'get',
  path: '/v2/payer/{clientUserId}',
  tag: 'Payers',
  summary: 'Shows where a payer stands.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  params: PayerParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: PayerStatusResponse },
  refusals: [PAYER_NOT_FOUND],
  run: (ctx: Context, { params }) => viewPayer(ctx, params),
});
