import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createWebhook, webhookUrlTaken } from '../create-webhook.ts';
import { refusedUrl } from '../register-webhook.ts';
import { clientIdInHeader, clientIdNotFound } from '../scope-of-actor.ts';
import { clientIdField } from './client-id-field.ts';
import { unproven } from './scope-refusals.ts';
import { SAMPLE_HOOK, webhookSecret } from './webhook-shapes.ts';

const CreateWebhookRequest = z
  .strictObject({
    clientId: clientIdField.describe(
      'With a session only: the client ID whose events are sent. Left out, the endpoint is platform-wide.',
    ),
    url: z
      .string()
      .describe('Where events are posted to: `https`, or this machine in the sandbox.'),
  })
  .meta({
    id: 'CreateWebhookRequest',
    description: 'Where the events of a scope are to be sent.',
    examples: [{ url: 'https://shop.example/hooks/florin' }],
  });

const WebhookCreated = z
  .object({
    id: z.string().describe('A ULID.'),
    secret: webhookSecret(),
  })
  .meta({
    id: 'CreateWebhookResponse',
    description: 'A new webhook endpoint.',
    examples: [
      {
        id: SAMPLE_HOOK.id,
        secret: SAMPLE_HOOK.secret,
      },
    ],
  });

/** `POST /v1/webhook`: registers an endpoint. */
export const createWebhookEndpoint = endpoint({
  operationId: 'createWebhook',
  host: 'auth',
  method: 'post',
  path: '/v1/webhook',
  tag: 'Webhooks',
  summary: 'Registers an endpoint that is sent events.',
  description:
    'With `x-api-key` alone, or with a session that names no client ID, the endpoint is registered for the account and is sent every event of it: register this one for links that an API key creates. With `x-client-id` it is sent the events of links created with that client ID; those of links that an API key of the account created it is sent only while nothing is registered for the account, the client ID is active and no orchestrator is linked to it.',
  accepts: ['client_id', 'api_key', 'session'],
  originOptional: true,
  alsoReads: ['api_key', 'session'],
  leastRole: 'developer',
  issueArray: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateWebhookRequest,
  answer: { status: 201, schema: WebhookCreated },
  refusals: [
    {
      status: 400,
      when: 'The URL may not receive events here, or is registered already for this scope or platform-wide.',
      examples: [webhookUrlTaken(), refusedUrl('url must start with https://'), clientIdInHeader()],
    },
    unproven,
    {
      status: 404,
      when: 'A session names a client ID that its account does not have.',
      examples: [clientIdNotFound()],
    },
  ],
  run: (ctx: Context, { body }) => createWebhook(ctx, body),
});
