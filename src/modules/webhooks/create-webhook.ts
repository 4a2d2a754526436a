import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { urlKey } from '#kit/url.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { isPublicAddress } from '#platform/outbound.ts';
import { checkWebhookUrl } from './model/url-rules.ts';
import { scopeOfActor } from './scope-of-actor.ts';
import { countEndpoints, insertEndpoint, lockAccount } from './store/endpoints.ts';

/** 64 lower-case hex digits once written out, as receivers of the public API expect. */
const SECRET_BYTES = 32;

/**
 * How many endpoints an account may have. A guess: far above what anybody needs, and each one
 * multiplies what every event costs.
 */
const ENDPOINTS_PER_ACCOUNT_MAX = 100;

/** A new endpoint, and its signing secret, which is told only here. */
export interface WebhookCreated {
  readonly id: string;
  readonly secret: string;
}

/**
 * Registers an address that is sent every event of the caller's scope from now on: a client ID's,
 * or the whole account's for an API key or a session that names no client ID.
 *
 * Refuses (400) an address that may not receive or is taken in that scope or platform-wide, (403) a
 * public client ID without proof where the installation asks for one, and (404) a client ID that a
 * session names and its account does not have.
 */
export async function createWebhook(
  ctx: Context,
  wish: { readonly url: string; readonly clientId?: string | undefined },
): Promise<WebhookCreated> {
  const scope = await scopeOfActor(ctx, wish.clientId);
  const checked = checkWebhookUrl(wish.url, { mode: ctx.settings.mode, isPublicAddress });
  if (!checked.ok) {
    throw refusedUrl(checked.message);
  }
  const key = urlKey(checked.url);
  const secret = ctx.chance(SECRET_BYTES).toString('hex');
  const id = ctx.newId();
  await transact(ctx, async (ctx) => {
    await lockAccount(ctx, scope.accountId);
    const { count, urlTaken } = await countEndpoints(ctx, scope, key);
    if (urlTaken) {
      throw webhookUrlTaken();
    }
    if (count >= ENDPOINTS_PER_ACCOUNT_MAX) {
      const message = `An account can have ${ENDPOINTS_PER_ACCOUNT_MAX} webhooks; remove one first`;
      throw new Refusal('too_many_webhooks', 400, message);
    }
    await insertEndpoint(ctx, {
      ...scope,
      id,
      url: checked.url.href,
      urlKey: key,
      secret: ctx.vault.seal(secret),
      createdAt: ctx.now(),
    });
    await recordAudit(ctx, {
      accountId: scope.accountId,
      action: 'webhook.created',
      object: { kind: 'webhook', id },
      // Only the host: the rest of an address may hold a secret of the receiver.
      details: { host: checked.url.host, clientIdId: scope.clientIdId },
    });
  });
  return { id, secret };
}

/** 400: an address that may not be sent events here, with the reason. */
export function refusedUrl(message: string): Refusal {
  return new Refusal('invalid_url', 400, { message, errors: [{ field: 'url', message }] });
}

/** 400: an address that the scope, or the whole account, has already. */
export function webhookUrlTaken(): Refusal {
  return new Refusal('webhook_url_taken', 400, 'A webhook with this URL already exists');
}
