import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listRequestNotes } from '../list-request-notes.ts';
import { RequestNotes } from './note-shapes.ts';
import { REQUEST_NOT_FOUND, RequestParams } from './request-shapes.ts';

/** `GET /v2/request/{requestId}/notes`: what the team wrote down about a request. */
export const listRequestNotesEndpoint = endpoint({
  operationId: 'listRequestNotes',
  host: 'api',
  method: 'get',
  path: '/v2/request/{requestId}/notes',
  tag: 'Requests',
  summary: 'Lists the notes about a request, oldest first.',
  description: 'All of them: a request has at most a hundred. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: RequestParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: RequestNotes },
  refusals: [REQUEST_NOT_FOUND],
  run: (ctx: Context, { params }) => listRequestNotes(ctx, params),
});
