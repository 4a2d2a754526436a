import { z } from 'zod';
import type { Context } from '#context.ts';
import { asPartner, NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { deliveryNotFound } from '../find-own-delivery.ts';
import { webhookInactive } from '../find-own-webhook.ts';
import { deliveryPending, replayWebhookDelivery } from '../replay-webhook-delivery.ts';
import { unproven } from './scope-refusals.ts';
import { idInPath } from './webhook-shapes.ts';

const WebhookDeliveryReplayed = z.object({ id: z.string().describe('The new delivery id.') }).meta({
  id: 'ReplayWebhookDeliveryResponse',
  description: 'A delivery that sends another one again.',
  examples: [{ id: '01KC9VM2R6Y0N3P8C5D1F7G4JS' }],
});

const shared = {
  method: 'post',
  summary: 'Sends a delivery again, under a new delivery id.',
  description:
    'The body is the same, the retry count begins at 0, and `x-service-replay-of` names the first delivery. Any delivery that has ended may be replayed.',
  params: z.object({ deliveryId: idInPath('The delivery id.') }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 201, schema: WebhookDeliveryReplayed },
} as const;

const conflict = {
  status: 409,
  when: 'The delivery is still being sent, or its endpoint is switched off.',
  examples: [deliveryPending(), webhookInactive()],
} as const;

/** `POST /v2/orchestrators/webhooks/deliveries/{deliveryId}/replay`: sends a delivery to a partner again. */
export const replayWebhookDeliveryEndpoint = endpoint({
  ...shared,
  operationId: 'replayWebhookDelivery',
  host: 'api',
  path: '/v2/orchestrators/webhooks/deliveries/{deliveryId}/replay',
  tag: 'Orchestrators',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'developer',
  refusals: [
    NOT_A_PARTNER,
    {
      status: 404,
      when: 'No endpoint of yours has had such a delivery.',
      examples: [deliveryNotFound()],
    },
    conflict,
  ],
  run: async (ctx: Context, { params }) => replayWebhookDelivery(await asPartner(ctx), params),
});

/** `POST /v1/webhook/deliveries/{deliveryId}/replay`: sends a delivery again. */
export const replayWebhookDeliveryV1Endpoint = endpoint({
  ...shared,
  operationId: 'replayWebhookDeliveryV1',
  host: 'auth',
  path: '/v1/webhook/deliveries/{deliveryId}/replay',
  tag: 'Webhooks',
  accepts: ['client_id', 'api_key', 'session'],
  originOptional: true,
  alsoReads: ['api_key', 'session'],
  leastRole: 'developer',
  refusals: [
    unproven,
    {
      status: 404,
      when: 'No endpoint of the scope has had such a delivery.',
      examples: [deliveryNotFound()],
    },
    conflict,
  ],
  run: (ctx: Context, { params }) => replayWebhookDelivery(ctx, params),
});
