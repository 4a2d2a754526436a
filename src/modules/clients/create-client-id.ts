import type { Context } from '#context.ts';
import { parseAllowedDomains } from './model/allowed-domain.ts';
import { makeClientId } from './model/client-id.ts';
import { insertClientId } from './store.ts';

interface ClientIdWish {
  readonly accountId: string;
  readonly label: string;
  /** Origins it may be used from in a browser; none makes it a backend client ID. */
  readonly allowedDomains: readonly string[];
}

/** Makes an active client ID. Refuses (400) allowed domains that are not origins. */
export async function createClientId(
  ctx: Context,
  wish: ClientIdWish,
): Promise<{ readonly id: string; readonly clientId: string }> {
  const plainHttp = ctx.settings.mode === 'sandbox';
  const allowedDomains = parseAllowedDomains(wish.allowedDomains, { plainHttp });
  const id = ctx.newId();
  const clientId = makeClientId(ctx.chance);
  await insertClientId(ctx, {
    id,
    account_id: wish.accountId,
    client_id: clientId,
    label: wish.label,
    allowed_domains: allowedDomains,
    status: 'active',
    created_at: ctx.now(),
  });
  return { id, clientId };
}
