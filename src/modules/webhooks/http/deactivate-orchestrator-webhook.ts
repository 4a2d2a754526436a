import { z } from 'zod';
import type { Context } from '#context.ts';
import { asPartner, NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { deactivateOrchestratorWebhook } from '../deactivate-orchestrator-webhook.ts';
import { noSuchPartnersWebhook } from './scope-refusals.ts';
import { idInPath, OrchestratorWebhook } from './webhook-shapes.ts';

/** `DELETE /v2/orchestrators/webhooks/{id}`: switches an endpoint off. */
export const deactivateOrchestratorWebhookEndpoint = endpoint({
  operationId: 'deactivateOrchestratorWebhook',
  host: 'api',
  method: 'delete',
  path: '/v2/orchestrators/webhooks/{id}',
  tag: 'Orchestrators',
  summary: 'Switches an endpoint off; nothing more is sent to it.',
  description: 'Its URL and secret stay. Events in the meantime are skipped and can be replayed.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'developer',
  params: z.object({ id: idInPath('The id of the endpoint.') }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: OrchestratorWebhook },
  refusals: [NOT_A_PARTNER, noSuchPartnersWebhook],
  run: async (ctx: Context, { params }) =>
    deactivateOrchestratorWebhook(await asPartner(ctx), params),
});
