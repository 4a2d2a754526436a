import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listWebhooks } from '../list-webhooks.ts';
import { clientIdInHeader, clientIdNotFound } from '../scope-of-actor.ts';
import { clientIdField } from './client-id-field.ts';
import { unproven } from './scope-refusals.ts';
import { sampleWebhook, Webhook } from './webhook-shapes.ts';

const WebhookList = z.array(Webhook).meta({
  id: 'WebhookList',
  description: 'Endpoints, oldest first, inactive ones included.',
  examples: [[sampleWebhook]],
});

/** `GET /v1/webhook`: lists the endpoints of a scope. */
export const listWebhooksEndpoint = endpoint({
  operationId: 'listWebhooks',
  host: 'auth',
  method: 'get',
  path: '/v1/webhook',
  tag: 'Webhooks',
  summary: 'Lists the endpoints of a client ID, and those that are platform-wide.',
  description: 'With a session that names no client ID: every endpoint of the account.',
  accepts: ['client_id', 'api_key', 'session'],
  originOptional: true,
  alsoReads: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({
    clientId: clientIdField.describe('With a session only: one client ID of the account.'),
  }),
  body: undefined,
  answer: { status: 200, schema: WebhookList },
  refusals: [
    {
      status: 400,
      when: 'clientId came without a session.',
      examples: [clientIdInHeader()],
    },
    unproven,
    {
      status: 404,
      when: 'A session names a client ID that its account does not have.',
      examples: [clientIdNotFound()],
    },
  ],
  run: (ctx: Context, { query }) => listWebhooks(ctx, query),
});
