import type { Context } from '#context.ts';
import type { Actor } from '#kit/actor.ts';
import { hashSecret } from '#kit/secret.ts';
import { accountBlocked } from '#platform/http/authentication-errors.ts';
import { isApiKey } from './model/api-key.ts';
import { isUseDue } from './model/last-use.ts';
import { findUsableApiKey, noteUse } from './store/credentials.ts';

/**
 * The actor of this API key, or undefined when it is unknown, revoked or expired. A mistyped key is
 * detected by its checksum and costs no query. The key is found by its hash in an index, so the
 * duration does not show how much of a guess was right. Refuses (403) one of a blocked account.
 */
export async function findApiKeyActor(
  ctx: Context,
  raw: string,
): Promise<Extract<Actor, { kind: 'api_key' }> | undefined> {
  if (!isApiKey(raw)) return undefined;
  const found = await findUsableApiKey(ctx, hashSecret(raw));
  if (found === undefined) return undefined;
  if (found.blocked !== null) throw accountBlocked();
  if (isUseDue(found.last_used_at, ctx.now())) await noteUse(ctx, 'api_key', found.id);
  return { kind: 'api_key', accountId: found.account_id, apiKeyId: found.id };
}
