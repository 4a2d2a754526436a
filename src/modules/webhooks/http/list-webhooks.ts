import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listWebhooks } from '../list-webhooks.ts';

const Webhook = z
  .object({
    id: z.string().describe('A ULID.'),
    url: z.url(),
    isActive: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook', description: 'A webhook endpoint; its secret is never shown again.' });

/** `GET /v1/webhook`: lists the endpoints of a scope. */
export const listWebhooksEndpoint = endpoint({
  operationId: 'listWebhooks',
  host: 'auth',
  method: 'get',
  path: '/v1/webhook',
  tag: 'Webhooks',
  summary: 'Lists the endpoints of a client ID, and those that are platform-wide.',
  accepts: ['client_id', 'api_key'],
  originOptional: true,
  alsoReads: 'api_key',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: z.array(Webhook) },
  refusals: [
    {
      status: 403,
      when: 'The client ID has allowed domains, and no API key of its account came with it.',
    },
  ],
  run: (ctx: Context) => listWebhooks(ctx),
});
