import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { ExportedList, ExportFormat } from '#platform/http/export/exported-list.ts';
import { TOO_MANY_EXPORTS } from '#platform/http/export/send-list.ts';
import { exportApiRequests } from '../export-api-requests.ts';
import {
  API_REQUEST_FILTERS,
  ApiRequest,
  apiRequestFilters,
  sampleCall,
} from './api-request-shapes.ts';

const ApiRequestExport = z.array(ApiRequest).meta({
  id: 'ApiRequestExport',
  description: 'Calls of programs, newest first.',
  examples: [[sampleCall]],
});

/** `GET /v1/api-requests/export`: the calls that were made with the credentials of the caller's account, as a file. */
export const exportApiRequestsEndpoint = endpoint({
  operationId: 'exportApiRequests',
  host: 'auth',
  method: 'get',
  path: '/v1/api-requests/export',
  tag: 'API requests',
  summary: 'Writes calls that programs of your account made to a file, newest first.',
  description:
    'The filters are those of the list. The file is sent while it is read, so it may have any length; where it breaks off, so does the connection.',
  accepts: ['session'],
  leastRole: 'developer',
  isExport: true,
  params: z.object({}),
  query: z.strictObject({ ...API_REQUEST_FILTERS, format: ExportFormat }),
  body: undefined,
  answer: { status: 200, schema: ApiRequestExport },
  refusals: [TOO_MANY_EXPORTS],
  run: async (ctx: Context, { query: { format, ...query } }) => {
    const pages = exportApiRequests(ctx, apiRequestFilters(query));
    return new ExportedList({ fileName: 'api-requests', format, pages });
  },
});
