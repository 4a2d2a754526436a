import type { Context } from '#context.ts';
import { scopeOfActor } from './scope-of-actor.ts';
import { type ShownWebhook, shownWebhook } from './shown-webhook.ts';
import { findEndpoints } from './store/endpoints.ts';

/**
 * The endpoints of the caller's scope and the platform-wide ones, oldest first, inactive ones
 * included; every endpoint of the account for a session that names no client ID. Refuses as
 * `createWebhook` does.
 */
export async function listWebhooks(
  ctx: Context,
  asked: { readonly clientId?: string | undefined } = {},
): Promise<ShownWebhook[]> {
  const scope = await scopeOfActor(ctx, asked.clientId);
  const everyScope = ctx.actor.kind === 'session' && asked.clientId === undefined;
  const { accountId } = scope;
  const found = await findEndpoints(ctx, everyScope ? { accountId, everyScope } : scope);
  return found.map((one) => shownWebhook(ctx, one));
}
