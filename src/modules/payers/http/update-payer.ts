import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { updatePayer } from '../update-payer.ts';
import { PAYER_NOT_FOUND, PayerParams } from './payer-shapes.ts';

/** `PATCH /v2/payer/{clientUserId}`: keeps whether a payer has agreed. */
export const updatePayerEndpoint = endpoint({
  operationId: 'updatePayer',
  host: 'api',
  method: 'patch',
  path: '/v2/payer/{clientUserId}',
  tag: 'Payers',
  summary: 'Keeps whether a payer has agreed to the terms.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  params: PayerParams,
  query: z.strictObject({}),
  body: z.strictObject({ agreementCompleted: z.boolean() }).meta({
    id: 'UpdatePayerRequest',
    description: 'Whether a payer has agreed.',
    examples: [{ agreementCompleted: true }],
  }),
  answer: {
    status: 200,
    schema: z.object({ success: z.boolean() }).meta({
      id: 'UpdatePayerResponse',
      description: 'It is kept.',
      examples: [{ success: true }],
    }),
  },
  refusals: [{ status: 400, when: '`agreementCompleted` is missing or wrong.' }, PAYER_NOT_FOUND],
  run: (ctx: Context, { params, body }) => updatePayer(ctx, { ...params, ...body }),
});
