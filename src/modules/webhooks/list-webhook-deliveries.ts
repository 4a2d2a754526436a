import type { Context } from '#context.ts';
import { findOwnWebhook } from './find-own-webhook.ts';
import { reachOfActor } from './scope-of-actor.ts';
import { type ShownDelivery, shownDelivery } from './shown-delivery.ts';
import { findDeliveries, type LogPart } from './store/log.ts';

/** Which deliveries to read. */
export interface DeliveriesQuery extends Omit<LogPart, 'endpointId'> {
  readonly webhookId: string;
}

/**
 * A page of the deliveries to an endpoint of the caller's, newest first. Reading it by its cursors
 * gives every delivery that was there at the first page exactly once, though others are added
 * in between. Refuses (404) an endpoint that is not the caller's.
 */
export async function listWebhookDeliveries(
  ctx: Context,
  { webhookId, limit, ...narrowed }: DeliveriesQuery,
): Promise<{ readonly deliveries: ShownDelivery[]; readonly nextCursor: string | null }> {
  const { id: endpointId } = await findOwnWebhook(ctx, await reachOfActor(ctx), webhookId);
  // One more than the page size shows whether another page follows.
  const found = await findDeliveries(ctx, { ...narrowed, endpointId, limit: limit + 1 });
  const page = found.slice(0, limit);
  const nextCursor = found.length > limit ? (page.at(-1)?.id ?? null) : null;
  return { deliveries: page.map(shownDelivery), nextCursor };
}
