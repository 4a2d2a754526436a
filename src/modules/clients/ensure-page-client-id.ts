import type { Context } from '#context.ts';
import { makeClientId } from './model/client-id.ts';
import { upsertPageClientId } from './store.ts';

/**
 * Owns what belongs to Florin itself. It has a fixed id, the smallest ULID, so that processes that
 * start together on an empty database make one account.
 */
const SYSTEM_ACCOUNT = { id: '0'.repeat(26), name: 'Florin itself' };

/**
 * The hosted pay page's own client ID, made at first use. From now on it may be used from this
 * origin and from no other, so that it follows the setting of where the page lives.
 */
export async function ensurePageClientId(
  ctx: Context,
  page: { readonly origin: string },
): Promise<{ readonly clientId: string }> {
  const createdAt = ctx.now();
  const clientId = await upsertPageClientId(ctx, {
    account: { ...SYSTEM_ACCOUNT, created_at: createdAt },
    clientId: {
      id: ctx.newId(),
      account_id: SYSTEM_ACCOUNT.id,
      client_id: makeClientId(ctx.chance),
      label: 'Pay page',
      allowed_domains: [page.origin],
      purpose: 'page',
      status: 'active',
      created_at: createdAt,
    },
  });
  return { clientId };
}
