import type { Wallet } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import { addWalletLogin } from './add-wallet-login.ts';
import { createAccount } from './create-account.ts';
import { findWalletLogin, lockWallet, type WalletLogin } from './store/logins.ts';

/** The account that a wallet opens. One that was never here gets an account, and only one. */
export async function findOrOpenWalletAccount(
  ctx: Context,
  wallet: Wallet,
): Promise<{ readonly accountId: string; readonly loginId: string }> {
  const known = await findWalletLogin(ctx, wallet.address);
  if (known !== undefined) return loginOf(known);
  return await transact(ctx, async (ctx) => {
    await lockWallet(ctx, wallet.address);
    const since = await findWalletLogin(ctx, wallet.address);
    if (since !== undefined) return loginOf(since);
    const { id: accountId } = await createAccount(ctx, { name: shortened(wallet.address) });
    const login = await addWalletLogin(ctx, { accountId, ...wallet });
    return { accountId, loginId: login.id };
  });
}

function loginOf({ id, accountId }: WalletLogin) {
  return { accountId, loginId: id };
}

function shortened(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
