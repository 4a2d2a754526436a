import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { isUlid } from '#kit/ulid.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { lockOwnApiKey, type OwnRow, setApiKeyRevoked } from './store/clients.ts';

/**
 * Ends an API key of an account: it gives no access from the next call on, in any process.
 * Doing it again changes nothing. Refuses (404) one that is not there for the account.
 */
export async function revokeApiKey(ctx: Context, own: OwnRow): Promise<{ readonly success: true }> {
  const { accountId, id } = own;
  if (!isUlid(id)) throw apiKeyNotFound();
  return await transact(ctx, async (ctx) => {
    const key = await lockOwnApiKey(ctx, own);
    if (key === undefined) throw apiKeyNotFound();
    if (key.revoked_at !== null) return { success: true };
    await setApiKeyRevoked(ctx, id);
    const object = { kind: 'api_key', id };
    const details = { prefix: key.prefix };
    await recordAudit(ctx, { accountId, action: 'api_key.revoked', object, details });
    return { success: true };
  });
}

/** 404: no API key, or none of this account. */
export function apiKeyNotFound(): Refusal {
  return new Refusal('api_key_not_found', 404, 'API key not found');
}
