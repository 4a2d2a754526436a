import type { Context } from '#context.ts';
import { scopeOfActor } from './scope-of-actor.ts';
import { type ShownWebhook, shownWebhook } from './shown-webhook.ts';
import { findEndpoints } from './store/endpoints.ts';

/** A partner's endpoints, oldest first, inactive ones included. */
export async function listOrchestratorWebhooks(
  ctx: Context,
): Promise<{ readonly webhooks: ShownWebhook[] }> {
  const found = await findEndpoints(ctx, await scopeOfActor(ctx, undefined));
  return { webhooks: found.map((one) => shownWebhook(ctx, one)) };
}
