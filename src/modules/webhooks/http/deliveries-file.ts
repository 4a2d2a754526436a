import { z } from 'zod';
import { ExportedList, ExportFormat } from '#platform/http/export/exported-list.ts';
import type { exportWebhookDeliveries } from '../export-webhook-deliveries.ts';
import { DELIVERY_FILTERS, sampleDelivery, timeOf, WebhookDelivery } from './delivery-shapes.ts';

const WebhookDeliveryExport = z.array(WebhookDelivery).meta({
  id: 'WebhookDeliveryExport',
  description: 'Deliveries to an endpoint, newest first.',
  examples: [[{ ...sampleDelivery, attempts: 1 }]],
});

const ExportQuery = z.strictObject({ ...DELIVERY_FILTERS, format: ExportFormat });

type Query = z.output<typeof ExportQuery>;

/** What the files of an account's log and of a partner's share. */
export const DELIVERIES_FILE = {
  method: 'get',
  summary: 'Writes what was sent to an endpoint to a file, newest first.',
  description:
    'The filters are those of the list; bodies and attempts are not in it. The file is sent while it is read, so it may have any length; where it breaks off, so does the connection.',
  leastRole: 'viewer',
  isExport: true,
  query: ExportQuery,
  body: undefined,
  answer: { status: 200, schema: WebhookDeliveryExport },
} as const;

/** Which deliveries are written. */
export function filtersOf({ event, status, from, to }: Query) {
  return { event, status, from: timeOf(from), to: timeOf(to) };
}

/** The pages of a log as a file of the format that was asked for. */
export function fileOf(
  pages: Awaited<ReturnType<typeof exportWebhookDeliveries>>,
  { format }: Query,
) {
  return new ExportedList({ fileName: 'deliveries', format, pages });
}
