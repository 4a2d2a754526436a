import { z } from 'zod';
import type { Context } from '#context.ts';
import { asPartner, NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { rotateWebhookSecret, tooManySecrets } from '../rotate-webhook-secret.ts';
import { noSuchPartnersWebhook, noSuchWebhook, unproven } from './scope-refusals.ts';
import { idInPath, SAMPLE_HOOK, webhookSecret } from './webhook-shapes.ts';

/** A day is enough to change a setting by hand; a month is for changes by another team. */
const OVERLAP_SECONDS = 86_400;
const OVERLAP_SECONDS_MAX = 30 * 86_400;

const WebhookRotation = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(OVERLAP_SECONDS_MAX)
      .default(OVERLAP_SECONDS)
      .describe('How long the previous secret still signs beside the new one; 0 ends it at once.'),
  })
  .meta({
    id: 'RotateWebhookSecretRequest',
    description: 'How a secret is to be replaced.',
    examples: [{ overlapSeconds: OVERLAP_SECONDS }],
  });

const WebhookSecretRotated = z
  .object({
    id: z.string().describe('The endpoint.'),
    secret: webhookSecret(),
    previousSecretUntil: z.iso
      .datetime()
      .nullable()
      .describe('When the secret before stops signing; null where it has.'),
  })
  .meta({
    id: 'RotateWebhookSecretResponse',
    description: 'The new secret of an endpoint.',
    examples: [
      {
        id: SAMPLE_HOOK.id,
        secret: SAMPLE_HOOK.secret,
        previousSecretUntil: '2026-01-03T03:04:05.000Z',
      },
    ],
  });

const tooMany = {
  status: 409,
  when: 'Five secrets sign already.',
  examples: [tooManySecrets()],
} as const;

const shared = {
  method: 'post',
  summary: 'Replaces the secret of an endpoint.',
  description:
    'Until `previousSecretUntil`, `webhook-signature` carries a signature with each secret; `x-service-signature` uses the new one at once. Rotating again keeps every secret until its promised end, five at most; with `overlapSeconds` 0 all but the new one end at once.',
  query: z.strictObject({}),
  body: WebhookRotation,
  answer: { status: 201, schema: WebhookSecretRotated },
} as const;

/** `POST /v2/orchestrators/webhooks/{id}/rotate-secret`: replaces the secret of a partner's endpoint. */
export const rotateWebhookSecretEndpoint = endpoint({
  ...shared,
  operationId: 'rotateWebhookSecret',
  host: 'api',
  path: '/v2/orchestrators/webhooks/{id}/rotate-secret',
  tag: 'Orchestrators',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'developer',
  params: z.object({ id: idInPath('The id of the endpoint.') }),
  refusals: [NOT_A_PARTNER, noSuchPartnersWebhook, tooMany],
  run: async (ctx: Context, { params, body }) =>
    rotateWebhookSecret(await asPartner(ctx), { webhookId: params.id, ...body }),
});

/** `POST /v1/webhook/{webhookId}/rotate-secret`: the same for the endpoints of platforms. */
export const rotateWebhookSecretV1Endpoint = endpoint({
  ...shared,
  operationId: 'rotateWebhookSecretV1',
  host: 'auth',
  path: '/v1/webhook/{webhookId}/rotate-secret',
  tag: 'Webhooks',
  accepts: ['client_id', 'api_key', 'session'],
  originOptional: true,
  alsoReads: ['api_key', 'session'],
  leastRole: 'developer',
  params: z.object({ webhookId: idInPath('The id of the endpoint.') }),
  refusals: [unproven, noSuchWebhook, tooMany],
  run: (ctx: Context, { params, body }) => rotateWebhookSecret(ctx, { ...params, ...body }),
});
