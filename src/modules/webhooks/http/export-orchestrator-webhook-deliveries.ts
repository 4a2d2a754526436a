import { z } from 'zod';
import type { Context } from '#context.ts';
import { NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { TOO_MANY_EXPORTS } from '#platform/http/export/send-list.ts';
import { exportOrchestratorWebhookDeliveries } from '../export-orchestrator-webhook-deliveries.ts';
import { DELIVERIES_FILE, fileOf, filtersOf } from './deliveries-file.ts';
import { noSuchPartnersWebhook } from './scope-refusals.ts';
import { idInPath } from './webhook-shapes.ts';

/** `GET /v2/orchestrators/webhooks/{id}/deliveries/export`: the log of a partner's endpoint, as a file. */
export const exportOrchestratorWebhookDeliveriesEndpoint = endpoint({
  ...DELIVERIES_FILE,
  operationId: 'exportOrchestratorWebhookDeliveries',
  host: 'api',
  path: '/v2/orchestrators/webhooks/{id}/deliveries/export',
  tag: 'Orchestrators',
  accepts: ['orchestrator_key', 'session'],
  params: z.object({ id: idInPath('The id of the endpoint.') }),
  refusals: [NOT_A_PARTNER, noSuchPartnersWebhook, TOO_MANY_EXPORTS],
  run: async (ctx: Context, { params: { id }, query }) => {
    const filters = { ...filtersOf(query), webhookId: id };
    return fileOf(await exportOrchestratorWebhookDeliveries(ctx, filters), query);
  },
});
