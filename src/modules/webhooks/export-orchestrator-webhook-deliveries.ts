import type { Context } from '#context.ts';
import { asPartner } from '#modules/orchestrators/index.ts';
import { exportWebhookDeliveries } from './export-webhook-deliveries.ts';

/**
 * All deliveries to an endpoint of the partner that the caller is, as `exportWebhookDeliveries` reads them. Refuses (404) a session of an
 * account that is no partner, and an endpoint that is not the partner's.
 */
export async function exportOrchestratorWebhookDeliveries(
  ctx: Context,
  query: Parameters<typeof exportWebhookDeliveries>[1],
) {
  return await exportWebhookDeliveries(await asPartner(ctx), query);
}
