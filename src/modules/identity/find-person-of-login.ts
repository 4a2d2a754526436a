import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { emailKeyOf } from './model/email-key.ts';
import { findEmailLogin, findWalletLogin, type WalletLogin } from './store/logins.ts';

/** Whose login this email address or wallet is. Refuses (404) one of nobody. */
export async function findPersonOfLogin(ctx: Context, login: string): Promise<WalletLogin> {
  const wallet = ctx.chains.readWallet(login);
  const found =
    wallet === undefined
      ? await findEmailLogin(ctx, emailKeyOf(login))
      : await findWalletLogin(ctx, wallet.address);
  if (found !== undefined) return found;
  throw new Refusal('login_not_found', 404, `Nobody signs in with ${login}`);
}
