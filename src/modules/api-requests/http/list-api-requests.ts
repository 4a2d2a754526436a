import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { filterText } from '#platform/http/filter-text.ts';
import { listApiRequests } from '../list-api-requests.ts';
import { STATUS_CLASSES } from '../model/status-class.ts';

/** Twice what a screen shows; a script that reads all uses the largest. */
const PAGE_CALLS = 50;
const PAGE_CALLS_MAX = 100;

const sampleCredential = { kind: 'api_key', id: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD' };
const sampleCall = {
  id: '01KC9V7N3E5GQ0X8R2JT6WZ4MB',
  credential: sampleCredential,
  method: 'GET',
  path: '/v2/request/{requestId}',
  status: 404,
  errorCode: 'request_not_found',
  durationMs: 7,
  correlationId: '01JZ8Y6Q4W3V5N2M1K0H9G8F7E',
  createdAt: SAMPLE.createdAt,
};

const ApiRequestCredential = z
  .object({
    kind: z
      .string()
      .describe(
        '`api_key`, `client_id`, `orchestrator_key`, or `orchestrator_pair`: a partner by the client ID of this account.',
      ),
    id: z.string().describe('The id of a key, or the client ID.'),
  })
  .meta({
    id: 'ApiRequestCredential',
    description: 'What a call was made with.',
    examples: [sampleCredential],
  });

const ApiRequest = z
  .object({
    id: z.string().describe('A ULID.'),
    credential: ApiRequestCredential.describe('What it was made with.'),
    method: z.string(),
    path: z
      .string()
      .describe('With the names of its parameters and not what they were; no query is kept.'),
    status: z.int().describe('The status of the answer.'),
    errorCode: z
      .string()
      .nullable()
      .describe('The `code` of the error body; null where it was done.'),
    durationMs: z.int().describe('From its headers to the end of the answer.'),
    correlationId: z.string().describe('The `x-request-id` of the call.'),
    createdAt: z.iso.datetime().describe('When it was answered.'),
  })
  .meta({
    id: 'ApiRequest',
    description: 'A call and what was answered, without anything that was sent.',
    examples: [sampleCall],
  });

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
  cursor: z
    .string()
    .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'must be a nextCursor of this list')
    .optional()
    .describe('The `nextCursor` of the page before.'),
  statusClass: z
    .enum(STATUS_CLASSES)
    .optional()
    .describe('Only what was done, `2xx`, was refused, `4xx`, or failed, `5xx`.'),
  credentialId: filterText().describe('Only calls with this key, by its id, or this client ID.'),
  path: filterText().describe('Only this path, as documented: `/v2/request/{requestId}`.'),
  correlationId: filterText().describe('Only calls with this `x-request-id`.'),
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
  run: (ctx: Context, { query }) => {
    const { limit, cursor, statusClass, credentialId, path, correlationId } = query;
    return listApiRequests(ctx, {
      limit,
      cursor,
      statusClass,
      credentialId,
      path,
      correlationId,
    });
  },
});
