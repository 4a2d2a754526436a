import { member } from '../engine/members.ts';
import type { Provider } from './provider.ts';
import type { WalletAnswer, WalletError } from './refusal.ts';

/** Works with a wallet, if it is there; resolves to what it refused, if it did. */
export async function withWallet(
  provider: Provider | undefined,
  work: (provider: Provider) => Promise<void>,
): Promise<WalletAnswer | undefined> {
  if (provider === undefined) return 'disconnected';
  try {
    await work(provider);
    return undefined;
  } catch (error) {
    return isWalletError(error) ? error.refusal : 'failed';
  }
}

/** By its name: its class comes with the code that asks wallets, which is loaded later. */
function isWalletError(error: unknown): error is WalletError {
  return member(error, 'name') === 'WalletError';
}
