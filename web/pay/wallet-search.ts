import { findWallets } from '../wallet/find-wallets.ts';
import { isFramed } from '../wallet/is-framed.ts';
import {
  type FoundWallet,
  type Provider,
  shownWallets,
  TEST_WALLET_ID,
  type Wallet,
} from '../wallet/provider.ts';
import type { PageConfig } from './config.ts';
import { lastFirst } from './last-first.ts';
import { loadSafeApp } from './later.tsx';
import type { PageEvent, PageState } from './page-state.ts';
import { loadWalletConnect } from './walletconnect-part.ts';

/** The wallets of this browser, searched for once it is known of which networks. */
interface WalletSearch {
  /** What may be offered in a page state; undefined until a search has ended. */
  offered(state: PageState): readonly Wallet[] | undefined;
  provider(walletId: string): Provider | undefined;
}

interface SearchParts {
  readonly config: PageConfig;
  readonly onFound: () => void;
  readonly dispatch: (event: PageEvent) => void;
}

/**
 * Opens the search; it begins with the first question what may be offered. Within another page only the Safe around
 * it may be, as whoever frames a page decides what a person believes to press.
 */
export function openWalletSearch({ config, onFound, dispatch }: SearchParts): WalletSearch {
  /** By whether they are of Tron. */
  const found = new Map<boolean, readonly FoundWallet[] | undefined>();
  /** Those behind WalletConnect, as one. */
  let relayed: readonly FoundWallet[] | undefined;
  const addRelayed = async (state: PageState) => {
    if (config.walletConnect === undefined || relayed !== undefined) return;
    relayed = [];
    const link = 'link' in state ? state.link : undefined;
    const { openWalletConnect } = await loadWalletConnect();
    relayed = [openWalletConnect({ config, link, dispatch })];
    onFound();
  };
  const search = async (isTron: boolean, state: PageState) => {
    found.set(isTron, undefined);
    const { testWallets = [] } = config;
    const onWallets = (wallets: readonly FoundWallet[]) => {
      found.set(isTron, wallets);
      onFound();
    };
    if (isFramed()) {
      const { findSafe } = await loadSafeApp();
      return onWallets(await findSafe({ config, state, dispatch }));
    }
    if (!isTron) {
      void addRelayed(state);
      return await findWallets(config.networks, testWallets, onWallets);
    }
    const { findTronWallets } = await import('../wallet/tron/find-tron-wallets.ts');
    await findTronWallets(testWallets, onWallets);
  };
  return {
    offered(state) {
      const kinds = kindsOf(state);
      for (const isTron of kinds) if (!found.has(isTron)) void search(isTron, state);
      const wallets = kinds.map((isTron) => found.get(isTron)).filter((one) => one !== undefined);
      if (wallets.length === 0) return undefined;
      const others = kinds.includes(false) && relayed ? relayed : [];
      return offerable(config, state, [...wallets.flat(), ...others]);
    },
    provider: (walletId) =>
      [...found.values(), window.takeFirstWallets?.().found, relayed]
        .flat()
        .find((wallet) => wallet?.id === walletId)?.provider,
  };
}

/** Which wallets can pay, by whether they are of Tron: of a hidden link all, until its network is known. */
function kindsOf(state: PageState): readonly boolean[] {
  const link = 'link' in state ? state.link : undefined;
  if (link !== undefined) return [link.networkId === 'tron'];
  return state.at === 'connect' ? [false, true] : [false];
}

/**
 * What may be offered here: in the sandbox a person's real wallet only on a test network, because
 * its signature for a mainnet chain id would be valid on the real network.
 */
function offerable(config: PageConfig, state: PageState, found: readonly FoundWallet[]) {
  const link = 'link' in state ? state.link : undefined;
  const testOnly = config.mode === 'sandbox' && link?.network.testnet !== true;
  const offered = shownWallets(found).filter(
    ({ id }) => !testOnly || id.startsWith(TEST_WALLET_ID),
  );
  return lastFirst(offered);
}
