import { createApiKey } from '#modules/clients/index.ts';
import type { Context } from '../../src/context.ts';
import { insertAccount } from './payable-link.ts';

/** An account and a key of it, for tests of modules that stand below both. */
export interface KeyedAccount {
  readonly accountId: string;
  readonly apiKey: string;
  /** Its row; that it was made is the first entry of the account's log. */
  readonly apiKeyId: string;
}

/** Makes an account with an API key. */
export async function keyedAccount(ctx: Context): Promise<KeyedAccount> {
  const accountId = await insertAccount(ctx.db);
  const { id: apiKeyId, apiKey } = await createApiKey(ctx, { accountId, label: 'Till' });
  return { accountId, apiKey, apiKeyId };
}
