import { openStore } from '../engine/store.ts';
import { discoverWallets } from './discover.ts';
import type { FoundWallet } from './provider.ts';
import { type RelayedNetworks, rpcUrlOf } from './relay.ts';
import type { TestWallet } from './test-account.ts';
import { TRUSTED } from './trusted.generated.ts';

/**
 * Finds the wallets of this browser and reports the full list whenever it grows. In the sandbox the test wallets
 * join the others before anybody looks; their code is loaded there only.
 */
export async function findWallets(
  networks: RelayedNetworks,
  testWallets: readonly TestWallet[],
  onWallets: (wallets: readonly FoundWallet[]) => void,
): Promise<void> {
  if (testWallets.length > 0) {
    const { announceTestWallets } = await import('./test-wallet.ts');
    const rpcUrls = new Map<number, string>();
    for (const id of Object.keys(networks)) {
      const chainId = TRUSTED[id]?.chainId;
      const rpcUrl = rpcUrlOf(networks, id);
      if (chainId !== undefined && rpcUrl !== undefined) rpcUrls.set(chainId, rpcUrl);
    }
    announceTestWallets(testWallets, { rpcUrls, tab: openStore(() => sessionStorage) });
  }
  discoverWallets(onWallets);
}
