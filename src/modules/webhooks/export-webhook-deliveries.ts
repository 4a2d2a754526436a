import type { Context } from '#context.ts';
import { readPages } from '#kit/read-pages.ts';
import { findOwnWebhook } from './find-own-webhook.ts';
import type { DeliveriesQuery } from './list-webhook-deliveries.ts';
import { reachOfActor } from './scope-of-actor.ts';
import { shownDelivery } from './shown-delivery.ts';
import { findDeliveries } from './store/log.ts';

/** How many deliveries one query reads; a page of them is held in memory. */
const PAGE_DELIVERIES = 500;

/**
 * All deliveries to an endpoint of the caller's that meet the filters, newest first, a page at a time. What is added after the first page was
 * read is left out. Refuses (404) an endpoint that is not the caller's.
 */
export async function exportWebhookDeliveries(
  ctx: Context,
  { webhookId, ...filters }: Omit<DeliveriesQuery, 'cursor' | 'limit'>,
) {
  const { id: endpointId } = await findOwnWebhook(ctx, await reachOfActor(ctx), webhookId);
  return readPages(async (cursor: string | undefined) => {
    const part = { ...filters, endpointId, cursor, limit: PAGE_DELIVERIES };
    const found = await findDeliveries(ctx, part);
    const isLast = found.length < PAGE_DELIVERIES;
    return { items: found.map(shownDelivery), next: isLast ? undefined : found.at(-1)?.id };
  });
}
