import type { Context } from '#context.ts';
import { findWalletLogin } from './store/logins.ts';

/** The account that a wallet opens, or undefined where it never signed in. */
export async function findWalletAccount(
  ctx: Context,
  address: string,
): Promise<string | undefined> {
  return (await findWalletLogin(ctx, address))?.accountId;
}
