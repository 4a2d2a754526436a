import type { Context } from '#context.ts';
import { reachOfActor } from './scope-of-actor.ts';
import { type ShownWebhook, shownWebhook } from './shown-webhook.ts';
import { switchWebhook } from './switch-webhook.ts';

/**
 * Switches a partner's endpoint off; its address and secret stay. One that is off already stays
 * so. Refuses (404) an endpoint that is not the partner's.
 */
export async function deactivateOrchestratorWebhook(
  ctx: Context,
  input: { readonly id: string },
): Promise<{ readonly webhook: ShownWebhook }> {
  const reach = await reachOfActor(ctx);
  return {
    webhook: shownWebhook(ctx, await switchWebhook(ctx, { reach, id: input.id, to: 'off' })),
  };
}
