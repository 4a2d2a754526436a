import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { ExportedList, ExportFormat } from '#platform/http/export/exported-list.ts';
import { TOO_MANY_EXPORTS } from '#platform/http/export/send-list.ts';
import { exportWebhookDeliveries } from '../export-webhook-deliveries.ts';
import { DELIVERY_FILTERS, sampleDelivery, timeOf, WebhookDelivery } from './delivery-shapes.ts';
import { noSuchWebhook } from './scope-refusals.ts';
import { idInPath } from './webhook-shapes.ts';

const WebhookDeliveryExport = z.array(WebhookDelivery).meta({
  id: 'WebhookDeliveryExport',
  description: 'Deliveries to an endpoint, newest first.',
  examples: [[{ ...sampleDelivery, attempts: 1 }]],
});

/** `GET /v1/webhook/{webhookId}/deliveries/export`: the log of an endpoint, as a file. */
export const exportWebhookDeliveriesEndpoint = endpoint({
  operationId: 'exportWebhookDeliveries',
  host: 'auth',
  method: 'get',
  path: '/v1/webhook/{webhookId}/deliveries/export',
  tag: 'Webhooks',
  summary: 'Writes what was sent to an endpoint to a file, newest first.',
  description:
    'The filters are those of the list; bodies and attempts are not in it. The file is sent while it is read, so it may have any length; where it breaks off, so does the connection.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  isExport: true,
  params: z.object({ webhookId: idInPath('The id of the endpoint.') }),
  query: z.strictObject({ ...DELIVERY_FILTERS, format: ExportFormat }),
  body: undefined,
  answer: { status: 200, schema: WebhookDeliveryExport },
  refusals: [noSuchWebhook, TOO_MANY_EXPORTS],
  run: async (ctx: Context, { params: { webhookId }, query: { format, ...query } }) => {
    const { event, status } = query;
    const [from, to] = [timeOf(query.from), timeOf(query.to)];
    const pages = await exportWebhookDeliveries(ctx, { webhookId, event, status, from, to });
    return new ExportedList({ fileName: 'deliveries', format, pages });
  },
});
