import type { Context } from '#context.ts';
import { findAccounts, type KnownAccount } from './store/logins.ts';

/** An estimate: with more, an operator searches by name. */
const ACCOUNTS_MAX = 1_000;

/**
 * The newest thousand accounts of the installation, the newest last, for its operators; only the
 * one that is named, where one is.
 */
export async function listAccounts(
  ctx: Context,
  only: { readonly id?: string } = {},
): Promise<readonly KnownAccount[]> {
  return await findAccounts(ctx, { limit: ACCOUNTS_MAX, id: only.id });
}
