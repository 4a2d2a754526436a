import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import type { Reach } from './model/holder.ts';
import { type FoundEndpoint, findEndpoint } from './store/endpoints.ts';

/** The endpoint of an id that the caller may manage. Refuses (404) every other, like one that does not exist. */
export async function findOwnWebhook(
  ctx: Context,
  reach: Reach,
  id: string,
): Promise<FoundEndpoint> {
  const found = await findEndpoint(ctx, reach, id);
  if (found === undefined) throw webhookNotFound();
  return found;
}

/** 404: no endpoint of the caller's has this id. */
export function webhookNotFound(): Refusal {
  return new Refusal('webhook_not_found', 404, 'There is no such webhook');
}

/** 409: an endpoint that is sent nothing. */
export function webhookInactive(): Refusal {
  return new Refusal('webhook_inactive', 409, 'This webhook is switched off; switch it on first');
}
