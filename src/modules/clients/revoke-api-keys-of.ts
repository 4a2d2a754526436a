import type { Context } from '#context.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { findLiveApiKeysBy, type MadeBy, setApiKeyRevoked } from './store/clients.ts';

/** Ends the API keys that a person made in an account, in the caller's transaction, and returns how many worked. */
export async function revokeApiKeysOf(ctx: Context, made: MadeBy): Promise<number> {
  const keys = await findLiveApiKeysBy(ctx, made);
  for (const { id, prefix } of keys) {
    await setApiKeyRevoked(ctx, id);
    const object = { kind: 'api_key', id };
    const { accountId } = made;
    await recordAudit(ctx, { accountId, action: 'api_key.revoked', object, details: { prefix } });
  }
  return keys.length;
}
