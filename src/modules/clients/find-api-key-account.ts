import type { Context } from '#context.ts';
import { isUlid } from '#kit/ulid.ts';
import { apiKeyNotFound } from './revoke-api-key.ts';
import { findAccountOfApiKey } from './store.ts';

/** Whose an API key is, for operators, who have no account. Refuses (404) one that is nowhere. */
export async function findApiKeyAccount(ctx: Context, id: string): Promise<string> {
  const accountId = isUlid(id) ? await findAccountOfApiKey(ctx, id) : undefined;
  if (accountId === undefined) throw apiKeyNotFound();
  return accountId;
}
