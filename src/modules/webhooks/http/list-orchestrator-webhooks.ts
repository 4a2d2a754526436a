import { z } from 'zod';
import type { Context } from '#context.ts';
import { asPartner, NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listOrchestratorWebhooks } from '../list-orchestrator-webhooks.ts';
import { sampleWebhook, Webhook } from './webhook-shapes.ts';

const OrchestratorWebhookList = z.object({ webhooks: z.array(Webhook) }).meta({
  id: 'OrchestratorWebhookList',
  description: "A partner's endpoints, oldest first, inactive ones included.",
  examples: [{ webhooks: [sampleWebhook] }],
});

/** `GET /v2/orchestrators/webhooks`: lists a partner's endpoints. */
export const listOrchestratorWebhooksEndpoint = endpoint({
  operationId: 'listOrchestratorWebhooks',
  host: 'api',
  method: 'get',
  path: '/v2/orchestrators/webhooks',
  tag: 'Orchestrators',
  summary: 'Lists your endpoints, inactive ones included.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: OrchestratorWebhookList },
  refusals: [NOT_A_PARTNER],
  run: async (ctx: Context) => listOrchestratorWebhooks(await asPartner(ctx)),
});
