import type { Context } from '#context.ts';
import { hashSecret } from '#kit/secret.ts';
import { makeApiKey, shownPrefix } from './model/api-key.ts';
import { insertApiKey } from './store.ts';

interface ApiKeyWish {
  readonly accountId: string;
  readonly label: string;
  /** When it stops working; never, where it is left out. */
  readonly expiresAt?: Date;
}

/**
 * Makes an API key. The text is answered this once and kept nowhere: only its SHA-256 is stored,
 * and its first characters for people to recognise it by.
 */
export async function createApiKey(
  ctx: Context,
  wish: ApiKeyWish,
): Promise<{ readonly id: string; readonly apiKey: string }> {
  const id = ctx.newId();
  const apiKey = makeApiKey(ctx.settings.mode, ctx.chance);
  await insertApiKey(ctx, {
    id,
    account_id: wish.accountId,
    label: wish.label,
    prefix: shownPrefix(apiKey),
    key_hash: hashSecret(apiKey),
    created_at: ctx.now(),
    expires_at: wish.expiresAt ?? null,
  });
  return { id, apiKey };
}
