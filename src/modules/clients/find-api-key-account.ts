import type { Context } from '#context.ts';
import { isUlid } from '#kit/ulid.ts';
import { apiKeyNotFound } from './revoke-api-key.ts';
import { findApiKeyById } from './store/clients.ts';

/** Whose an API key is, for operators, who have no account. Refuses (404) one that is nowhere. */
export async function findApiKeyAccount(ctx: Context, id: string): Promise<string> {
  const found = isUlid(id) ? await findApiKeyById(ctx, id) : undefined;
  if (found === undefined) throw apiKeyNotFound();
  return found.accountId;
}
