import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { ExportedList, ExportFormat } from '#platform/http/export/exported-list.ts';
import { TOO_MANY_EXPORTS } from '#platform/http/export/send-list.ts';
import { exportRequests } from '../export-requests.ts';
import { wrongPeriod } from '../model/payment-query.ts';
import { REQUEST_FILTERS } from '../model/request-filters.ts';
import { ListedRequest, sampleListed } from './request-shapes.ts';

const RequestExportQuery = z
  .strictObject({ ...REQUEST_FILTERS, format: ExportFormat })
  .superRefine((query, { addIssue }) => {
    const period = wrongPeriod(query);
    if (period !== undefined) addIssue(period);
  });

const RequestExport = z.array(ListedRequest).meta({
  id: 'RequestExport',
  description: 'Requests, newest first.',
  examples: [[sampleListed]],
});

/** `GET /v2/dashboard/requests/export`: the requests of the account as a file. */
export const exportRequestsEndpoint = endpoint({
  operationId: 'exportRequests',
  host: 'api',
  method: 'get',
  path: '/v2/dashboard/requests/export',
  tag: 'Requests',
  summary: 'Writes all requests that meet the filters to a file, newest first.',
  description:
    'All filters that are named must hold, as in the search. The file is sent while it is read, so it may have any length; where it breaks off, so does the connection.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  fieldsOnly: true,
  isExport: true,
  params: z.object({}),
  query: RequestExportQuery,
  body: undefined,
  answer: { status: 200, schema: RequestExport },
  refusals: [TOO_MANY_EXPORTS],
  run: async (ctx: Context, { query }) => {
    const { format, ...filters } = query;
    const pages = await exportRequests(ctx, filters);
    return new ExportedList({ fileName: 'requests', format, pages });
  },
});
