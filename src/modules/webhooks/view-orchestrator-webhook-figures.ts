import type { Context } from '#context.ts';
import type { DayRange } from '#kit/calendar-days.ts';
import { asPartner } from '#modules/orchestrators/index.ts';
import { viewWebhookFigures } from './view-webhook-figures.ts';

/**
 * How an endpoint of the partner that the caller is answered what it was sent in these days, tests included. Refuses (404) a session of an
 * account that is no partner, and an endpoint that is not the partner's.
 */
export async function viewOrchestratorWebhookFigures(
  ctx: Context,
  query: DayRange & { readonly webhookId: string },
) {
  return await viewWebhookFigures(await asPartner(ctx), query);
}
