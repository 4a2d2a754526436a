import { z } from 'zod';
import type { Context } from '#context.ts';
import { asPartner, NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createOrchestratorWebhook, orchestratorUrlTaken } from '../create-orchestrator-webhook.ts';
import { refusedUrl } from '../register-webhook.ts';
import { SAMPLE_HOOK, sampleWebhook, Webhook, webhookSecret } from './webhook-shapes.ts';

const CreateOrchestratorWebhookRequest = z
  .strictObject({
    url: z
      .string()
      .describe('Where events are posted to: `https`, or this machine in the sandbox.'),
  })
  .meta({
    id: 'CreateOrchestratorWebhookRequest',
    description: 'Where the events of your platforms are to be sent.',
    examples: [{ url: sampleWebhook.url }],
  });

const OrchestratorWebhookCreated = z
  .object({ webhook: Webhook.describe('The new endpoint.'), secret: webhookSecret() })
  .meta({
    id: 'CreateOrchestratorWebhookResponse',
    description: 'A new endpoint of a partner, with its secret.',
    examples: [{ webhook: sampleWebhook, secret: SAMPLE_HOOK.secret }],
  });

/** `POST /v2/orchestrators/webhooks`: registers a partner's endpoint. */
export const createOrchestratorWebhookEndpoint = endpoint({
  operationId: 'createOrchestratorWebhook',
  host: 'api',
  method: 'post',
  path: '/v2/orchestrators/webhooks',
  tag: 'Orchestrators',
  summary: 'Registers an endpoint that is sent the events of your platforms.',
  description:
    '`client_id.linked`, and of the payments that you created for your platforms `payment.confirmed`, `kyt.screening.completed` and `secure_payment.user_event`. The secret differs from that of a platform with the same URL.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'developer',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateOrchestratorWebhookRequest,
  answer: { status: 201, schema: OrchestratorWebhookCreated },
  refusals: [
    NOT_A_PARTNER,
    {
      status: 400,
      when: 'The URL may not receive events here.',
      examples: [refusedUrl('url must start with https://')],
    },
    {
      status: 409,
      when: 'You have registered this URL already, in any spelling; also where it is inactive.',
      examples: [orchestratorUrlTaken()],
    },
  ],
  run: async (ctx: Context, { body }) => createOrchestratorWebhook(await asPartner(ctx), body),
});
