import { z } from 'zod';
import type { Context } from '#context.ts';
import { asPartner, NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { reactivateOrchestratorWebhook } from '../reactivate-orchestrator-webhook.ts';
import { noSuchPartnersWebhook } from './scope-refusals.ts';
import { idInPath, OrchestratorWebhook } from './webhook-shapes.ts';

/** `PATCH /v2/orchestrators/webhooks/{id}`: switches an endpoint on. */
export const reactivateOrchestratorWebhookEndpoint = endpoint({
  operationId: 'reactivateOrchestratorWebhook',
  host: 'api',
  method: 'patch',
  path: '/v2/orchestrators/webhooks/{id}',
  tag: 'Orchestrators',
  summary: 'Switches an endpoint on again, with the secret that it had.',
  description: 'What was skipped in the meantime is not sent by itself; it can be replayed.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'developer',
  params: z.object({ id: idInPath('The id of the endpoint.') }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: OrchestratorWebhook },
  refusals: [NOT_A_PARTNER, noSuchPartnersWebhook],
  run: async (ctx: Context, { params }) =>
    reactivateOrchestratorWebhook(await asPartner(ctx), params),
});
