import type { Context } from '#context.ts';
import { makeClientId } from './model/client-id.ts';
import { SYSTEM_ACCOUNT_ID } from './model/system-account.ts';
import { upsertPageClientId } from './store/clients.ts';

/**
 * The hosted pay page's own client ID, made at first use. From now on it may be used from this
 * origin and from no other, so that it follows the setting of where the page lives.
 */
export async function ensurePageClientId(
  ctx: Context,
  page: { readonly origin: string },
): Promise<{ readonly clientId: string }> {
  const clientId = await upsertPageClientId(ctx, {
    id: ctx.newId(),
    account_id: SYSTEM_ACCOUNT_ID,
    client_id: makeClientId(ctx.random),
    label: 'Pay page',
    allowed_domains: [page.origin],
    purpose: 'page',
    status: 'active',
    created_at: ctx.now(),
  });
  return { clientId };
}
