import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { SearchCursor, wholeNumber, wrongPeriod } from '../model/payment-query.ts';
import { REQUEST_FILTERS } from '../model/request-filters.ts';
import { COUNTED_REQUESTS_MAX, searchRequests } from '../search-requests.ts';
import { ListedRequest, sampleListed } from './request-shapes.ts';

/** A screenful and more, and what is read in one query at most. */
const PAGE_REQUESTS = 50;
const PAGE_REQUESTS_MAX = 200;

const RequestSearchQuery = z
  .strictObject({
    ...REQUEST_FILTERS,
    limit: wholeNumber('limit', [1, PAGE_REQUESTS, PAGE_REQUESTS_MAX]).describe(
      'How many requests a page holds.',
    ),
    cursor: SearchCursor,
  })
  .superRefine((query, { addIssue }) => {
    const period = wrongPeriod(query);
    if (period !== undefined) addIssue(period);
  });

const FoundRequests = z
  .object({
    requests: z.array(ListedRequest),
    total: z
      .int()
      .nullable()
      .describe(`How many there are, counted up to ${COUNTED_REQUESTS_MAX}; null on later pages.`),
    nextCursor: z.string().nullable().describe('The `cursor` of the next page; null on the last.'),
  })
  .meta({
    id: 'FoundRequests',
    description: 'A page of the requests that meet the filters, newest first.',
    examples: [{ requests: [sampleListed], total: 1, nextCursor: null }],
  });

/** `GET /v2/dashboard/requests`: the requests of the account by any of their facts. */
export const searchRequestsEndpoint = endpoint({
  operationId: 'searchRequests',
  host: 'api',
  method: 'get',
  path: '/v2/dashboard/requests',
  tag: 'Requests',
  summary: 'Finds requests, newest first.',
  description:
    'All filters that are named must hold; without one all requests of the account are listed. A page takes the same time however far it is from the newest.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  fieldsOnly: true,
  params: z.object({}),
  query: RequestSearchQuery,
  body: undefined,
  answer: { status: 200, schema: FoundRequests },
  refusals: [],
  run: (ctx: Context, { query }) => searchRequests(ctx, query),
});
