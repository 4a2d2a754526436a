import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { updateRequest } from '../update-request.ts';
import { NOT_FOR_PUBLIC, REQUEST_NOT_FOUND, RequestParams } from './request-shapes.ts';

const RequestChange = z.strictObject({ isRecurrenceStopped: z.boolean() }).meta({
  id: 'UpdateRequestRequest',
  description: 'What can be changed of a request.',
  examples: [{ isRecurrenceStopped: true }],
});

const Done = z
  .object({})
  .meta({ id: 'UpdateRequestResponse', description: 'Nothing: it is done.', examples: [{}] });

/** `PATCH /v2/request/{requestId}`: stops a request from coming round again. */
export const updateRequestEndpoint = endpoint({
  operationId: 'updateRequest',
  host: 'api',
  method: 'patch',
  path: '/v2/request/{requestId}',
  tag: 'Requests',
  summary: 'Stops a request from recurring.',
  description: 'Nothing recurs yet: it is written down, and read as `isRecurrenceStopped`.',
  accepts: ['api_key', 'client_id'],
  params: RequestParams,
  query: z.strictObject({}),
  body: RequestChange,
  answer: { status: 200, schema: Done },
  refusals: [NOT_FOR_PUBLIC, REQUEST_NOT_FOUND],
  run: (ctx: Context, { params, body }) => updateRequest(ctx, { ...params, ...body }),
});
