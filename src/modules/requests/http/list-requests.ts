import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listRequests } from '../list-requests.ts';
import { OFFSET_MAX, wholeNumber } from '../model/payment-query.ts';
import { walletAddress } from '../model/request-filters.ts';
import { ListedRequest, NOT_FOR_PUBLIC, sampleListed } from './request-shapes.ts';

/** The public API's page of requests, and the longest one that is answered. */
const PAGE_REQUESTS = 50;
const PAGE_REQUESTS_MAX = 100;

const RequestQuery = z.strictObject({
  walletAddress,
  securePaymentFlow: z
    .enum(['incoming', 'outgoing'])
    .optional()
    .describe('Only requests of links of this direction.'),
  limit: wholeNumber('limit', [1, PAGE_REQUESTS, PAGE_REQUESTS_MAX]).describe(
    'How many requests a page holds.',
  ),
  offset: wholeNumber('offset', [0, 0, OFFSET_MAX]).describe('How many newer ones are left out.'),
});

const samplePagination = { total: 1, limit: PAGE_REQUESTS, offset: 0 };

const RequestPagination = z.object({ total: z.int(), limit: z.int(), offset: z.int() }).meta({
  id: 'RequestPagination',
  description: 'Where a page stands.',
  examples: [samplePagination],
});

const RequestPage = z
  .object({ requests: z.array(ListedRequest), pagination: RequestPagination })
  .meta({
    id: 'RequestPage',
    description: 'A page of requests, newest first.',
    examples: [{ requests: [sampleListed], pagination: samplePagination }],
  });

/** `GET /v2/request`: the requests of the account. */
export const listRequestsEndpoint = endpoint({
  operationId: 'listRequests',
  host: 'api',
  method: 'get',
  path: '/v2/request',
  tag: 'Requests',
  summary: 'Lists requests, newest first.',
  description:
    'Those of links and those that stand alone. An API key and a session list the account, a client ID what was made with it.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'viewer',
  fieldsOnly: true,
  params: z.object({}),
  query: RequestQuery,
  body: undefined,
  answer: { status: 200, schema: RequestPage },
  refusals: [NOT_FOR_PUBLIC],
  run: (ctx: Context, { query }) => listRequests(ctx, query),
});
