import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { toggleWebhook } from '../toggle-webhook.ts';
import { noSuchWebhook, unproven } from './scope-refusals.ts';
import { idInPath, Webhook } from './webhook-shapes.ts';

/** `PUT /v1/webhook/{webhookId}`: switches an endpoint on or off. */
export const toggleWebhookEndpoint = endpoint({
  operationId: 'toggleWebhook',
  host: 'auth',
  method: 'put',
  path: '/v1/webhook/{webhookId}',
  tag: 'Webhooks',
  summary: 'Switches an endpoint off if it is on, and on if it is off.',
  description:
    'Its pending deliveries are skipped, and so are events while it is off; both can be replayed. Switching it on also resets its failures.',
  accepts: ['client_id', 'api_key', 'session'],
  originOptional: true,
  alsoReads: ['api_key', 'session'],
  leastRole: 'developer',
  params: z.object({ webhookId: idInPath('The id of the endpoint.') }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: Webhook },
  refusals: [unproven, noSuchWebhook],
  run: (ctx: Context, { params }) => toggleWebhook(ctx, params),
});
