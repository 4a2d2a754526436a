import { z } from 'zod';
import type { Context } from '#context.ts';
import { asPartner, NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { webhookInactive } from '../find-own-webhook.ts';
import { replayWebhook, tooManyWaiting } from '../replay-webhook.ts';
import { moment, timeOf } from './delivery-shapes.ts';
import { noSuchPartnersWebhook, noSuchWebhook, unproven } from './scope-refusals.ts';
import { idInPath } from './webhook-shapes.ts';

const ReplayWebhookRequest = z
  .strictObject({
    from: moment('Only what was created at this time or later.'),
    to: moment('Only what was created before this time; required with `all`.'),
    status: z
      .enum(['failed', 'skipped', 'all'])
      .default('failed')
      .describe('`all` also sends again what arrived.'),
  })
  .refine(({ status, to }) => status !== 'all' || to !== undefined, {
    // Otherwise the replays themselves would be replayed by the next call.
    error: 'to is required with status all',
    path: ['to'],
  })
  .meta({
    id: 'ReplayWebhookRequest',
    description: 'Which deliveries are to be sent again.',
    examples: [{ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', status: 'failed' }],
  });

const WebhookReplayed = z
  .object({
    replayed: z.int().describe('How many deliveries are sent again; a thousand at most.'),
    more: z.boolean().describe('Whether more are left: call again with the same body.'),
  })
  .meta({
    id: 'ReplayWebhookResponse',
    description: 'What is being sent again.',
    examples: [{ replayed: 12, more: false }],
  });

const shared = {
  method: 'post',
  summary: 'Sends again what an endpoint missed, or all of a window of time.',
  description:
    'Oldest first, each under a new delivery id that names the first one in `x-service-replay-of`. What was sent again already is left out until that has failed too.',
  query: z.strictObject({}),
  body: ReplayWebhookRequest,
  answer: { status: 202, schema: WebhookReplayed },
} as const;

const inactive = {
  status: 409,
  when: 'The endpoint is switched off.',
  examples: [webhookInactive()],
} as const;

const crowded = {
  status: 429,
  when: 'Ten thousand deliveries wait at the endpoint.',
  examples: [tooManyWaiting()],
} as const;

type ReplayBody = z.output<typeof ReplayWebhookRequest>;

const replay = (ctx: Context, webhookId: string, { from, to, status }: ReplayBody) =>
  replayWebhook(ctx, { webhookId, from: timeOf(from), to: timeOf(to), status });

/** `POST /v2/orchestrators/webhooks/{id}/replay`: sends again what a partner missed. */
export const replayWebhookEndpoint = endpoint({
  ...shared,
  operationId: 'replayWebhook',
  host: 'api',
  path: '/v2/orchestrators/webhooks/{id}/replay',
  tag: 'Orchestrators',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'developer',
  params: z.object({ id: idInPath('The id of the endpoint.') }),
  refusals: [NOT_A_PARTNER, noSuchPartnersWebhook, inactive, crowded],
  run: async (ctx: Context, { params, body }) => replay(await asPartner(ctx), params.id, body),
});

/** `POST /v1/webhook/{webhookId}/replay`: sends again what an endpoint missed. */
export const replayWebhookV1Endpoint = endpoint({
  ...shared,
  operationId: 'replayWebhookV1',
  host: 'auth',
  path: '/v1/webhook/{webhookId}/replay',
  tag: 'Webhooks',
  accepts: ['client_id', 'api_key', 'session'],
  originOptional: true,
  alsoReads: ['api_key', 'session'],
  leastRole: 'developer',
  params: z.object({ webhookId: idInPath('The id of the endpoint.') }),
  refusals: [unproven, noSuchWebhook, inactive, crowded],
  run: (ctx: Context, { params, body }) => replay(ctx, params.webhookId, body),
});
