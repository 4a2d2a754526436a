import type { Context } from '#context.ts';
import { reachOfActor } from './scope-of-actor.ts';
import { type ShownWebhook, shownWebhook } from './shown-webhook.ts';
import { switchWebhook } from './switch-webhook.ts';

/**
 * Switches an endpoint of the caller's off if it is on, and on if it is off. Refuses (404) one that
 * is not the caller's, and (403) as `createWebhook` does.
 */
export async function toggleWebhook(
  ctx: Context,
  input: { readonly webhookId: string },
): Promise<ShownWebhook> {
  const reach = await reachOfActor(ctx);
  return shownWebhook(ctx, await switchWebhook(ctx, { reach, id: input.webhookId, to: 'other' }));
}
