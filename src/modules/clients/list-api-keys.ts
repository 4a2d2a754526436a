import type { Context } from '#context.ts';
import { type ShownApiKey, showApiKey } from './model/shown-api-key.ts';
import { findApiKeysOf } from './store/clients.ts';

/**
 * How many keys a list shows, the newest of them: a tenth of that can work at a time, and the rest
 * only reports the past.
 */
const LISTED_MAX = 1_000;

/** The API keys of an account, those that no longer work included, the newest last. */
export async function listApiKeys(
  ctx: Context,
  { accountId }: { readonly accountId: string },
): Promise<{ readonly apiKeys: ShownApiKey[] }> {
  const rows = await findApiKeysOf(ctx, { accountId, limit: LISTED_MAX });
  const now = ctx.now();
  return { apiKeys: rows.map((row) => showApiKey(row, now)) };
}
