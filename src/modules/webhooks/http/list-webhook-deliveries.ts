import { z } from 'zod';
import type { Context } from '#context.ts';
import { asPartner, NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { pageCursor } from '#platform/http/page-cursor.ts';
import { listWebhookDeliveries } from '../list-webhook-deliveries.ts';
import { DELIVERY_FILTERS, sampleDelivery, timeOf, WebhookDelivery } from './delivery-shapes.ts';
import { noSuchPartnersWebhook, noSuchWebhook, unproven } from './scope-refusals.ts';
import { idInPath } from './webhook-shapes.ts';

/** Twice what a screen shows; a script that reads all uses the largest. */
const PAGE_DELIVERIES = 50;
const PAGE_DELIVERIES_MAX = 100;

const WebhookDeliveryPage = z
  .object({
    deliveries: z.array(WebhookDelivery),
    nextCursor: z
      .string()
      .nullable()
      .describe('The cursor of the next page; null on the last one.'),
  })
  .meta({
    id: 'WebhookDeliveryPage',
    description: 'A page of the log of an endpoint, newest first.',
    examples: [{ deliveries: [{ ...sampleDelivery, attempts: 1 }], nextCursor: sampleDelivery.id }],
  });

const DeliveriesQuery = z.strictObject({
  ...DELIVERY_FILTERS,
  cursor: pageCursor(),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_DELIVERIES_MAX)
    .default(PAGE_DELIVERIES)
    .describe('How many deliveries a page has.'),
});

type Query = z.output<typeof DeliveriesQuery>;

const shared = {
  method: 'get',
  summary: 'Lists what was sent to an endpoint, newest first.',
  query: DeliveriesQuery,
  body: undefined,
  answer: { status: 200, schema: WebhookDeliveryPage },
} as const;

const list = (ctx: Context, webhookId: string, query: Query) => {
  const { event, status, cursor, limit } = query;
  const [from, to] = [timeOf(query.from), timeOf(query.to)];
  return listWebhookDeliveries(ctx, { webhookId, event, status, from, to, cursor, limit });
};

/** `GET /v2/orchestrators/webhooks/{id}/deliveries`: the log of a partner's endpoint. */
export const listWebhookDeliveriesEndpoint = endpoint({
  ...shared,
  operationId: 'listWebhookDeliveries',
  host: 'api',
  path: '/v2/orchestrators/webhooks/{id}/deliveries',
  tag: 'Orchestrators',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'viewer',
  params: z.object({ id: idInPath('The id of the endpoint.') }),
  refusals: [NOT_A_PARTNER, noSuchPartnersWebhook],
  run: async (ctx: Context, { params, query }) => list(await asPartner(ctx), params.id, query),
});

/** `GET /v1/webhook/{webhookId}/deliveries`: the log of an endpoint. */
export const listWebhookDeliveriesV1Endpoint = endpoint({
  ...shared,
  operationId: 'listWebhookDeliveriesV1',
  host: 'auth',
  path: '/v1/webhook/{webhookId}/deliveries',
  tag: 'Webhooks',
  accepts: ['client_id', 'api_key', 'session'],
  originOptional: true,
  alsoReads: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({ webhookId: idInPath('The id of the endpoint.') }),
  refusals: [unproven, noSuchWebhook],
  run: (ctx: Context, { params, query }) => list(ctx, params.webhookId, query),
});
