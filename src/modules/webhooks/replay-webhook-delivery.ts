import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { deliveryNotFound, findOwnDelivery } from './find-own-delivery.ts';
import { webhookInactive } from './find-own-webhook.ts';
import { reachOfActor } from './scope-of-actor.ts';
import { lockAccount } from './store/endpoints.ts';
import { insertReplays } from './store/log.ts';

/**
 * Sends a delivery again: a new delivery of the same body, with its own id, that names the
 * first one, also where this one is a replay itself.
 *
 * Refuses (404) a delivery that is not the caller's, and (409) one that is still being sent or whose
 * endpoint is switched off.
 */
export async function replayWebhookDelivery(
  ctx: Context,
  input: { readonly deliveryId: string },
): Promise<{ readonly id: string }> {
  const reach = await reachOfActor(ctx);
  const id = ctx.newOrderedId();
  await transact(ctx, async (ctx) => {
    // The lock prevents switching the endpoint off before the new delivery.
    await lockAccount(ctx, reach.accountId);
    const { delivery, endpoint } = await findOwnDelivery(ctx, reach, input.deliveryId);
    if (!endpoint.isActive) throw webhookInactive();
    if (delivery.status === 'pending') throw deliveryPending();
    const made = await insertReplays(ctx, [{ id, of: delivery.id }]);
    if (made === 0) throw deliveryNotFound();
    await recordAudit(ctx, {
      accountId: reach.accountId,
      action: 'webhook.replayed',
      object: { kind: 'webhook', id: endpoint.id },
      details: { deliveryId: delivery.id, replayed: 1 },
    });
  });
  return { id };
}

/** 409: a pending delivery needs no replay. */
export function deliveryPending(): Refusal {
  const message = 'This delivery is still being sent; it can be replayed when it has ended';
  return new Refusal('delivery_pending', 409, message);
}
