import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { pageCursor } from '#platform/http/page-cursor.ts';
import { listApiRequests } from '../list-api-requests.ts';
import {
  API_REQUEST_FILTERS,
  ApiRequest,
  apiRequestFilters,
  sampleCall,
} from './api-request-shapes.ts';

/** Twice what a screen shows; a script that reads all uses the largest. */
const PAGE_CALLS = 50;
const PAGE_CALLS_MAX = 100;

const ApiRequestPage = z
  .object({
    requests: z.array(ApiRequest),
    nextCursor: z
      .string()
      .nullable()
      .describe('The cursor of the next page; null on the last one.'),
  })
  .meta({
    id: 'ApiRequestPage',
    description: 'A page of the log, newest first.',
    examples: [{ requests: [sampleCall], nextCursor: sampleCall.id }],
  });

const ApiRequestQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_CALLS_MAX)
    .default(PAGE_CALLS)
    .describe('How many calls a page holds.'),
  cursor: pageCursor(),
  ...API_REQUEST_FILTERS,
});

/** `GET /v1/api-requests`: the calls that were made with the credentials of the caller's account. */
export const listApiRequestsEndpoint = endpoint({
  operationId: 'listApiRequests',
  host: 'auth',
  method: 'get',
  path: '/v1/api-requests',
  tag: 'API requests',
  summary: 'Lists calls that programs of your account made, newest first.',
  description:
    'Each call with an API key, a client ID or an orchestrator key stands here about a second after its answer, for as many days as `API_REQUEST_RETENTION_DAYS` says. Calls beyond the rate limit do not, and under a load that the database cannot take some may be missing.',
  accepts: ['session'],
  leastRole: 'developer',
  params: z.object({}),
  query: ApiRequestQuery,
  body: undefined,
  answer: { status: 200, schema: ApiRequestPage },
  refusals: [],
  run: (ctx: Context, { query: { limit, cursor, ...query } }) =>
    listApiRequests(ctx, { limit, cursor, ...apiRequestFilters(query) }),
});
