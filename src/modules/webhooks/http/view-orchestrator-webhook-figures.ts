import { z } from 'zod';
import type { Context } from '#context.ts';
import { NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { DAY_RANGE_FIELDS, readDayRange } from '#platform/http/day-range.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { viewOrchestratorWebhookFigures } from '../view-orchestrator-webhook-figures.ts';
import { noSuchPartnersWebhook } from './scope-refusals.ts';
import { WEBHOOK_FIGURES } from './webhook-figures-shape.ts';
import { idInPath } from './webhook-shapes.ts';

/** `GET /v2/orchestrators/webhooks/{id}/figures`: how a partner's receiver answered, day by day. */
export const viewOrchestratorWebhookFiguresEndpoint = endpoint({
  ...WEBHOOK_FIGURES,
  operationId: 'viewOrchestratorWebhookFigures',
  host: 'api',
  path: '/v2/orchestrators/webhooks/{id}/figures',
  tag: 'Orchestrators',
  summary: 'Counts how an endpoint answered, day by day.',
  accepts: ['orchestrator_key', 'session'],
  params: z.object({ id: idInPath('The id of the endpoint.') }),
  query: z.strictObject(DAY_RANGE_FIELDS),
  refusals: [NOT_A_PARTNER, noSuchPartnersWebhook],
  run: (ctx: Context, { params: { id }, query }) =>
    viewOrchestratorWebhookFigures(ctx, { ...readDayRange(ctx.now(), query), webhookId: id }),
});
