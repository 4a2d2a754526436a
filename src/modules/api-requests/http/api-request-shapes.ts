import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { filterText } from '#platform/http/filter-text.ts';
import { STATUS_CLASSES } from '../model/status-class.ts';
import type { ApiRequestFilters } from '../read-api-requests.ts';

const sampleCredential = { kind: 'api_key', id: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD' };
/** A call as examples show it. */
export const sampleCall = {
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

/** A call as the log shows it. */
export const ApiRequest = z
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

const moment = (description: string) =>
  z.iso.datetime({ offset: true }).optional().describe(description);

/** The filters of the log. */
export const API_REQUEST_FILTERS = {
  statusClass: z
    .enum(STATUS_CLASSES)
    .optional()
    .describe('Only what was done, `2xx`, was refused, `4xx`, or failed, `5xx`.'),
  credentialId: filterText().describe('Only calls with this key, by its id, or this client ID.'),
  path: filterText().describe('Only this path, as documented: `/v2/request/{requestId}`.'),
  correlationId: filterText().describe('Only calls with this `x-request-id`.'),
  fromDate: moment('The earliest time of the answer.'),
  toDate: moment('The latest time of the answer.'),
};

const Filters = z.object(API_REQUEST_FILTERS);

/** What a query filters by. */
export function apiRequestFilters(query: z.output<typeof Filters>): ApiRequestFilters {
  const { statusClass, credentialId, path, correlationId } = query;
  const [fromDate, toDate] = [timeOf(query.fromDate), timeOf(query.toDate)];
  return { statusClass, credentialId, path, correlationId, fromDate, toDate };
}

function timeOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
