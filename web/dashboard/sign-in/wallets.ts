import { openStore } from '../../engine/store.ts';
import { discoverWallets } from '../../wallet/discover.ts';
import type { FoundWallet } from '../../wallet/provider.ts';
import { testWalletOf } from '../../wallet/sign-in-accounts.ts';
import { config } from '../config.ts';

let found: readonly FoundWallet[] | undefined;
const listeners = new Set<() => void>();
let isSearching = false;

/** The wallets of this browser as far as they were found; undefined until the search has ended once. */
export function foundWallets(): readonly FoundWallet[] | undefined {
  return found;
}

/** Calls back whenever another wallet was found; the search begins with the first who listens. */
export function onWallets(listener: () => void): () => void {
  listeners.add(listener);
  if (!isSearching) {
    isSearching = true;
    void search();
  }
  return () => listeners.delete(listener);
}

/** In the sandbox its own wallets join the others; their code is loaded there only. */
async function search(): Promise<void> {
  if (config.testWallets.length > 0) {
    const { announceTestWallets } = await import('../../wallet/test-wallet.ts');
    const tab = openStore(() => sessionStorage);
    // Signing in reads no chain: the wallet only has to stand on one, and nothing is asked of this address.
    const rpcUrls = new Map(config.networks.map(({ chainId }) => [chainId, location.origin]));
    announceTestWallets(config.testWallets.map(testWalletOf), { rpcUrls, tab });
  }
  discoverWallets((wallets) => {
    found = wallets;
    for (const listener of listeners) listener();
  });
}
