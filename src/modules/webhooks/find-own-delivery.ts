import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import type { Reach } from './model/holder.ts';
import { type FoundEndpoint, findEndpoint } from './store/endpoints.ts';
import { findDelivery, type LoggedDelivery } from './store/log.ts';

/** A delivery to an endpoint that the caller may manage, with that endpoint. Refuses (404) every other. */
export async function findOwnDelivery(
  ctx: Context,
  reach: Reach,
  id: string,
): Promise<{
  readonly delivery: LoggedDelivery & { readonly body: string };
  readonly endpoint: FoundEndpoint;
}> {
  const delivery = await findDelivery(ctx, id);
  if (delivery === undefined) throw deliveryNotFound();
  const endpoint = await findEndpoint(ctx, reach, delivery.endpointId);
  if (endpoint === undefined) throw deliveryNotFound();
  return { delivery, endpoint };
}

/** 404: no endpoint of the caller's has had a delivery of this id. */
export function deliveryNotFound(): Refusal {
  return new Refusal('delivery_not_found', 404, 'There is no such delivery');
}
