import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { TOO_MANY_EXPORTS } from '#platform/http/export/send-list.ts';
import { exportWebhookDeliveries } from '../export-webhook-deliveries.ts';
import { DELIVERIES_FILE, fileOf, filtersOf } from './deliveries-file.ts';
import { noSuchWebhook } from './scope-refusals.ts';
import { idInPath } from './webhook-shapes.ts';

/** `GET /v1/webhook/{webhookId}/deliveries/export`: the log of an endpoint, as a file. */
export const exportWebhookDeliveriesEndpoint = endpoint({
  ...DELIVERIES_FILE,
  operationId: 'exportWebhookDeliveries',
  host: 'auth',
  path: '/v1/webhook/{webhookId}/deliveries/export',
  tag: 'Webhooks',
  accepts: ['api_key', 'session'],
  params: z.object({ webhookId: idInPath('The id of the endpoint.') }),
  refusals: [noSuchWebhook, TOO_MANY_EXPORTS],
  run: async (ctx: Context, { params: { webhookId }, query }) => {
    const filters = { ...filtersOf(query), webhookId };
    return fileOf(await exportWebhookDeliveries(ctx, filters), query);
  },
});
