import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { removeWebhook } from '../remove-webhook.ts';
import { noSuchWebhook, unproven } from './scope-refusals.ts';
import { idInPath } from './webhook-shapes.ts';

const WebhookRemoved = z.object({ success: z.literal(true) }).meta({
  id: 'RemoveWebhookResponse',
  description: 'The endpoint is gone.',
  examples: [{ success: true }],
});

/** `DELETE /v1/webhook/{webhookId}`: takes an endpoint away. */
export const removeWebhookEndpoint = endpoint({
  operationId: 'removeWebhook',
  host: 'auth',
  method: 'delete',
  path: '/v1/webhook/{webhookId}',
  tag: 'Webhooks',
  summary: 'Takes an endpoint away for good.',
  description:
    'Nothing more is sent to it, and its deliveries are shown no more. Its URL may be registered again, with another id and secret.',
  accepts: ['client_id', 'api_key', 'session'],
  originOptional: true,
  alsoReads: ['api_key', 'session'],
  leastRole: 'developer',
  params: z.object({ webhookId: idInPath('The id of the endpoint.') }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: WebhookRemoved },
  refusals: [unproven, noSuchWebhook],
  run: (ctx: Context, { params }) => removeWebhook(ctx, params),
});
