import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { registerWebhook } from './register-webhook.ts';
import { scopeOfActor } from './scope-of-actor.ts';
import { type ShownWebhook, shownWebhook } from './shown-webhook.ts';

/**
 * Registers an address that receives the events of a partner's platforms, and returns its secret,
 * which differs from that of any platform for the same address and is returned only here.
 *
 * Refuses (400) an address that may not receive, and (409) one that the partner has already, whether
 * it is switched on or off and in any spelling.
 */
export async function createOrchestratorWebhook(
  ctx: Context,
  input: { readonly url: string },
): Promise<{ readonly webhook: ShownWebhook; readonly secret: string }> {
  const holder = await scopeOfActor(ctx, undefined);
  const { endpoint, secret } = await registerWebhook(ctx, {
    holder,
    url: input.url,
    taken: orchestratorUrlTaken,
  });
  return { webhook: shownWebhook(ctx, endpoint), secret };
}

/** 409: an address that the partner has already. */
export function orchestratorUrlTaken(): Refusal {
  const message = 'A webhook with this URL already exists; switch it on again if it is inactive';
  return new Refusal('webhook_url_taken', 409, message);
}
