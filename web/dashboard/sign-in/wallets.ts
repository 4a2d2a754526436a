import { openStore } from '../../engine/store.ts';
import { discoverWallets } from '../../wallet/discover.ts';
import type { FoundWallet } from '../../wallet/provider.ts';
import { testWalletOf } from '../../wallet/sign-in-accounts.ts';
import { config } from '../config.ts';

/** The kinds of networks whose wallets sign in, each in its own way. */
export type WalletKind = 'evm' | 'tron';

type Listener = () => void;

interface Search {
  found: readonly FoundWallet[] | undefined;
  readonly listeners: Set<Listener>;
  isOn: boolean;
  readonly start: (onWallets: (wallets: readonly FoundWallet[]) => void) => Promise<void>;
}

const newSearch = (start: Search['start']): Search => ({
  found: undefined,
  listeners: new Set(),
  isOn: false,
  start,
});

const searches: Readonly<Record<WalletKind, Search>> = {
  evm: newSearch(searchEvm),
  tron: newSearch(searchTron),
};

/** The wallets of this browser as far as they were found; undefined until the search has ended once. */
export function foundWallets(kind: WalletKind): readonly FoundWallet[] | undefined {
  return searches[kind].found;
}

/** Calls back whenever another wallet was found; the search begins with the first who listens. */
export function onWallets(kind: WalletKind, listener: Listener): () => void {
  const search = searches[kind];
  search.listeners.add(listener);
  if (!search.isOn) {
    search.isOn = true;
    void search.start((wallets) => {
      search.found = wallets;
      for (const one of search.listeners) one();
    });
  }
  return () => search.listeners.delete(listener);
}

/** In the sandbox its own wallets join the others; their code is loaded there only. */
async function searchEvm(onFound: (wallets: readonly FoundWallet[]) => void): Promise<void> {
  if (config.testWallets.length > 0) {
    const { announceTestWallets } = await import('../../wallet/test-wallet.ts');
    const tab = openStore(() => sessionStorage);
    // Signing in reads no chain: the wallet only has to stand on one, and nothing is asked of this address.
    const rpcUrls = new Map(config.networks.map(({ chainId }) => [chainId, location.origin]));
    announceTestWallets(config.testWallets.map(testWalletOf), { rpcUrls, tab });
  }
  discoverWallets(onFound);
}

/** The code for wallets of Tron is loaded where somebody looks for one. */
async function searchTron(onFound: (wallets: readonly FoundWallet[]) => void): Promise<void> {
  const [{ findTronWallets }, { writeTronAddress }] = await Promise.all([
    import('../../wallet/tron/find-tron-wallets.ts'),
    import('../../wallet/tron/tron-address.ts'),
  ]);
  const testWallets = await Promise.all(
    config.testWallets.map(async (account) =>
      testWalletOf({ ...account, address: await writeTronAddress(account.address) }),
    ),
  );
  await findTronWallets(testWallets, onFound);
}
