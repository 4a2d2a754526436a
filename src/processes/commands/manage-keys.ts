import {
  createApiKey,
  findApiKeyAccount,
  listApiKeys,
  revokeApiKey,
} from '#modules/clients/index.ts';
import { checkAccount } from './manage-accounts.ts';
import { asTable, type OutputOptions, printAnswer } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { withContext } from './with-context.ts';

interface OfAccount extends OutputOptions {
  /** The account's id. */
  readonly account: string;
}

interface NewKey extends OfAccount {
  readonly label: string;
}

/** Makes an API key for an account and prints it, this once. */
export async function issueKey(environment: Environment, options: NewKey): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { account: accountId, label } = options;
    await checkAccount(ctx, accountId);
    const made = await createApiKey(ctx, { accountId, label });
    printAnswer(options, made, `Made API key ${made.id}, shown only now: ${made.apiKey}`);
  });
}

/** Prints the API keys of an account, never their texts. */
export async function printKeys(environment: Environment, options: OfAccount): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { account: accountId } = options;
    await checkAccount(ctx, accountId);
    const { apiKeys } = await listApiKeys(ctx, { accountId });
    const rows = apiKeys.map(({ id, label, prefix, status, lastUsedAt, expiresAt }) => ({
      id,
      label,
      prefix,
      status,
      lastUsedAt,
      expiresAt,
    }));
    printAnswer(options, { apiKeys }, asTable(rows, 'This account has no API key.'));
  });
}

/** Ends an API key of any account. */
export async function endKey(
  environment: Environment,
  id: string,
  options: OutputOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const accountId = await findApiKeyAccount(ctx, id);
    await revokeApiKey(ctx, { accountId, id });
    printAnswer(options, { id, accountId, status: 'revoked' }, `Revoked API key ${id}.`);
  });
}
