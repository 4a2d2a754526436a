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

const TOO_MANY_RECURRENCES = {
  status: 400,
  when: 'It would be one recurrence more than an account may have.',
} as const;

/** `PATCH /v2/request/{requestId}`: stops a request from coming again, or lets it. */
export const updateRequestEndpoint = endpoint({
  operationId: 'updateRequest',
  host: 'api',
  method: 'patch',
  path: '/v2/request/{requestId}',
  tag: 'Requests',
  summary: 'Stops a request from recurring.',
  description:
    'Of the request with the `recurrence` or any that was made of it. With `false` it goes on, and what was due in the meantime is left out.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: RequestParams,
  query: z.strictObject({}),
  body: RequestChange,
  answer: { status: 200, schema: Done },
  refusals: [TOO_MANY_RECURRENCES, NOT_FOR_PUBLIC, REQUEST_NOT_FOUND],
  run: (ctx: Context, { params, body }) => updateRequest(ctx, { ...params, ...body }),
});
