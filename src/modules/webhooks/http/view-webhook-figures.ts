import { z } from 'zod';
import type { Context } from '#context.ts';
import { DAY_RANGE_FIELDS, readDayRange } from '#platform/http/day-range.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { viewWebhookFigures } from '../view-webhook-figures.ts';
import { noSuchWebhook } from './scope-refusals.ts';
import { WEBHOOK_FIGURES } from './webhook-figures-shape.ts';
import { idInPath } from './webhook-shapes.ts';

/** `GET /v1/webhook/figures`: how receivers answered, day by day. */
export const viewWebhookFiguresEndpoint = endpoint({
  ...WEBHOOK_FIGURES,
  operationId: 'viewWebhookFigures',
  host: 'auth',
  path: '/v1/webhook/figures',
  tag: 'Webhooks',
  summary:
    'Counts how the webhook endpoints of your account, or one of them, answered, day by day.',
  accepts: ['api_key', 'session'],
  params: z.object({}),
  query: z.strictObject({
    ...DAY_RANGE_FIELDS,
    webhookId: idInPath('Only what was sent to this endpoint.').optional(),
  }),
  refusals: [noSuchWebhook],
  run: (ctx: Context, { query: { webhookId, ...days } }) =>
    viewWebhookFigures(ctx, { ...readDayRange(ctx.now(), days), webhookId }),
});
