import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { registerWebhook } from './register-webhook.ts';
import { scopeOfActor } from './scope-of-actor.ts';

/** A new endpoint, and its signing secret, which is returned only here. */
export interface WebhookCreated {
  readonly id: string;
  readonly secret: string;
}

/**
 * Registers an address that receives every event of the caller's scope from now on: a client ID's,
 * or the whole account's for an API key or a session that names no client ID. An observer, which no
 * caller over HTTP can make, does not count as an endpoint of the account; see `recipientsOf`.
 *
 * Refuses (400) an address that may not receive or is taken in that scope or platform-wide, (403) a
 * public client ID without proof where the installation requires one, and (404) a client ID that a
 * session names and its account does not have.
 */
export async function createWebhook(
  ctx: Context,
  input: {
    readonly url: string;
    readonly clientId?: string | undefined;
    readonly isObserver?: boolean;
  },
): Promise<WebhookCreated> {
  const holder = await scopeOfActor(ctx, input.clientId);
  const { endpoint, secret } = await registerWebhook(ctx, {
    holder,
    url: input.url,
    taken: webhookUrlTaken,
    isObserver: input.isObserver ?? false,
  });
  return { id: endpoint.id, secret };
}

/** 400: an address that the scope, or the whole account, has already. */
export function webhookUrlTaken(): Refusal {
  return new Refusal('webhook_url_taken', 400, 'A webhook with this URL already exists');
}
