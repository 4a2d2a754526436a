import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createWebhook } from '../create-webhook.ts';

const WebhookWish = z
  .strictObject({
    url: z
      .string()
      .describe('Where events are posted to: `https`, or this machine in the sandbox.'),
  })
  .meta({ id: 'WebhookWish', examples: [{ url: 'https://shop.example/hooks/florin' }] });

const WebhookCreated = z
  .object({
    id: z.string().describe('A ULID.'),
    secret: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('The key of every signature; shown only in this answer.'),
  })
  .meta({ id: 'WebhookCreated', description: 'A new webhook endpoint.' });

/** `POST /v1/webhook`: registers an endpoint. */
export const createWebhookEndpoint = endpoint({
  operationId: 'createWebhook',
  host: 'auth',
  method: 'post',
  path: '/v1/webhook',
  tag: 'Webhooks',
  summary: 'Registers an endpoint that is sent events.',
  description:
    'With `x-client-id` the endpoint is sent the events of links created with that client ID, and of links that an API key of the account created. With `x-api-key` alone it is platform-wide and is sent every event of the account.',
  accepts: ['client_id', 'api_key'],
  originOptional: true,
  alsoReads: 'api_key',
  issueArray: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: WebhookWish,
  answer: { status: 201, schema: WebhookCreated },
  refusals: [
    {
      status: 400,
      when: 'The URL may not receive events here, or is registered already for this scope or platform-wide.',
    },
    {
      status: 403,
      when: 'The client ID has allowed domains, and no API key of its account came with it.',
    },
  ],
  run: (ctx: Context, { body }) => createWebhook(ctx, body),
});
