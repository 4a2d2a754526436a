import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { asPartner, NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { deliveryNotFound } from '../find-own-delivery.ts';
import { viewWebhookDelivery } from '../view-webhook-delivery.ts';
import { deliveryFields, sampleDelivery } from './delivery-shapes.ts';
import { unproven } from './scope-refusals.ts';
import { idInPath, sampleWebhook } from './webhook-shapes.ts';

const sampleAttempt = {
  retryCount: 0,
  startedAt: SAMPLE.paidAt,
  durationMs: 112,
  responseStatus: 204,
  failure: null,
  responseExcerpt: null,
  requestHeaders: {
    'content-type': 'application/json',
    'x-service-delivery': sampleDelivery.id,
    'x-service-retry-count': '0',
  },
};

const WebhookAttempt = z
  .object({
    retryCount: z.int().describe('0 for the first attempt.'),
    startedAt: z.iso.datetime(),
    durationMs: z.int(),
    responseStatus: z.int().nullable().describe('Null where no answer came.'),
    failure: z.string().nullable().describe('Why no answer came; null where one did.'),
    responseExcerpt: z.string().nullable().describe('The beginning of what was answered.'),
    requestHeaders: z
      .record(z.string(), z.string())
      .describe('What was sent, as far as the specification names it, without the signature.'),
  })
  .meta({
    id: 'WebhookAttempt',
    description: 'One sending of a delivery.',
    examples: [sampleAttempt],
  });

const WebhookDeliveryDetail = z
  .object({
    ...deliveryFields,
    webhookId: z.string(),
    url: z.url().describe('Where the endpoint is.'),
    body: z.string().describe('The JSON as it is sent, byte for byte what is signed.'),
    attempts: z.array(WebhookAttempt),
  })
  .meta({
    id: 'WebhookDeliveryDetail',
    description: 'A delivery with what was sent and what came back.',
    examples: [
      {
        ...sampleDelivery,
        webhookId: sampleWebhook.id,
        url: sampleWebhook.url,
        body: `{"event":"payment.confirmed","requestId":"${SAMPLE.requestId}"}`,
        attempts: [sampleAttempt],
      },
    ],
  });

const shared = {
  method: 'get',
  summary: 'Shows a delivery: its body, and what each attempt was answered.',
  params: z.object({ deliveryId: idInPath('The delivery id.') }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: WebhookDeliveryDetail },
} as const;

/** `GET /v2/orchestrators/webhooks/deliveries/{deliveryId}`: a delivery to a partner. */
export const viewWebhookDeliveryEndpoint = endpoint({
  ...shared,
  operationId: 'viewWebhookDelivery',
  host: 'api',
  path: '/v2/orchestrators/webhooks/deliveries/{deliveryId}',
  tag: 'Orchestrators',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'viewer',
  refusals: [
    NOT_A_PARTNER,
    {
      status: 404,
      when: 'No endpoint of yours has had such a delivery.',
      examples: [deliveryNotFound()],
    },
  ],
  run: async (ctx: Context, { params }) => viewWebhookDelivery(await asPartner(ctx), params),
});

/** `GET /v1/webhook/deliveries/{deliveryId}`: a delivery. */
export const viewWebhookDeliveryV1Endpoint = endpoint({
  ...shared,
  operationId: 'viewWebhookDeliveryV1',
  host: 'auth',
  path: '/v1/webhook/deliveries/{deliveryId}',
  tag: 'Webhooks',
  accepts: ['client_id', 'api_key', 'session'],
  originOptional: true,
  alsoReads: ['api_key', 'session'],
  leastRole: 'viewer',
  refusals: [
    unproven,
    {
      status: 404,
      when: 'No endpoint of the scope has had such a delivery.',
      examples: [deliveryNotFound()],
    },
  ],
  run: (ctx: Context, { params }) => viewWebhookDelivery(ctx, params),
});
