import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { ExportedList, ExportFormat } from '#platform/http/export/exported-list.ts';
import { TOO_MANY_EXPORTS } from '#platform/http/export/send-list.ts';
import { exportEvents } from '../export-events.ts';
import { EVENT_FILTERS } from '../model/event-filters.ts';
import { wrongPeriod } from '../model/payment-query.ts';
import { FoundEvent, sampleEvent } from './event-shapes.ts';

const EventExportQuery = z
  .strictObject({ ...EVENT_FILTERS, format: ExportFormat })
  .superRefine((query, { addIssue }) => {
    const period = wrongPeriod(query);
    if (period !== undefined) addIssue(period);
  });

const EventExport = z.array(FoundEvent).meta({
  id: 'EventExport',
  description: 'Events, newest first.',
  examples: [[sampleEvent]],
});

/** `GET /v2/dashboard/events/export`: the events of the account as a file. */
export const exportEventsEndpoint = endpoint({
  operationId: 'exportEvents',
  host: 'api',
  method: 'get',
  path: '/v2/dashboard/events/export',
  tag: 'Events',
  summary: 'Writes all events that meet the filters to a file, newest first.',
  description:
    'All filters that are named must hold, as in the search; the payload is one column, as JSON. The file is sent while it is read, so it may have any length; where it breaks off, so does the connection.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  fieldsOnly: true,
  isExport: true,
  params: z.object({}),
  query: EventExportQuery,
  body: undefined,
  answer: { status: 200, schema: EventExport },
  refusals: [TOO_MANY_EXPORTS],
  run: async (ctx: Context, { query }) => {
    const { format, ...filters } = query;
    const pages = await exportEvents(ctx, filters);
    return new ExportedList({ fileName: 'events', format, pages });
  },
});
