import { member } from '../../engine/members.ts';
import { openStore } from '../../engine/store.ts';
import { readAnnouncement } from '../discover.ts';
import { isFramed } from '../is-framed.ts';
import { type FoundWallet, isProvider } from '../provider.ts';
import type { TestWallet } from '../test-account.ts';
import { connectTron, reconnectTron, signTransaction } from './connect-tron.ts';
import { type InjectedTron, openTronProvider, readInjected } from './tron-provider.ts';

/** Wallets that never announce themselves are looked for after this; older ones come into the page late. */
const SEARCHES_MS = [400, 1_200, 3_000];

/** More than this many announcements are noise, or an attack on the page. */
const WALLETS_MAX = 20;

/** Before every id, so that a wallet of several networks is two. */
const ID_PREFIX = 'tron:';

/**
 * Finds the Tron wallets of this browser and reports the full list whenever it grows: those that announce themselves
 * (TIP-6963), else `window.tron`, else the objects of older ones. In the sandbox the test wallets are among them. Within
 * another page there are none.
 */
export async function findTronWallets(
  testWallets: readonly TestWallet[],
  onWallets: (wallets: readonly FoundWallet[]) => void,
): Promise<void> {
  if (isFramed()) {
    onWallets([]);
    return;
  }
  if (testWallets.length > 0) {
    const { announceTronTestWallets } = await import('../test-tron-wallet.ts');
    announceTronTestWallets(
      testWallets,
      openStore(() => sessionStorage),
    );
  }
  const found = new Map<string, FoundWallet>();
  const add = (wallet: Omit<FoundWallet, 'provider'>, injected: InjectedTron | undefined) => {
    if (injected === undefined || found.has(wallet.id) || found.size >= WALLETS_MAX) return;
    const provider = { ...openTronProvider(injected), code: WALLET_CODE };
    found.set(wallet.id, { ...wallet, provider });
  };
  addEventListener('TIP6963:announceProvider', (event) => {
    const wallet = event instanceof CustomEvent ? readAnnouncement(event.detail) : undefined;
    if (wallet === undefined) return;
    found.delete(INJECTED.id);
    add(
      { ...wallet, id: wallet.id.startsWith(TEST) ? wallet.id : `${ID_PREFIX}${wallet.id}` },
      readInjected(wallet.provider),
    );
    onWallets([...found.values()]);
  });
  dispatchEvent(new Event('TIP6963:requestProvider'));
  for (const [at, ms] of SEARCHES_MS.entries()) {
    setTimeout(() => {
      if (found.size === 0) add(INJECTED, readWindow());
      if (at === 0 || found.size > 0) onWallets([...found.values()]);
    }, ms);
  }
}

/** The sandbox's own keep their ids: the page offers them by these. */
const TEST = 'test.florin.wallet';

const WALLET_CODE = { connect: connectTron, reconnect: reconnectTron, signTransaction };

const INJECTED = { id: `${ID_PREFIX}injected`, name: 'browser wallet', icon: undefined };

/** The wallets that bring the objects of the oldest one under a name of their own. */
const OLDER_HOLDERS = ['okxwallet', 'bybitWallet', 'trustwallet'];

/** What a wallet that does not announce itself has put into the page. */
function readWindow(): InjectedTron | undefined {
  const page: unknown = globalThis;
  const newer = readInjected(member(page, 'tron'));
  if (newer !== undefined) return newer;
  const holders = [page, ...OLDER_HOLDERS.map((name) => member(page, name))];
  const older = holders.map((holder) => member(holder, 'tronLink')).find(isProvider);
  if (older !== undefined) {
    const tronWeb = () => member(older, 'tronWeb') || member(page, 'tronWeb');
    return { provider: older, isOlder: true, tronWeb };
  }
  const tronWeb = () => member(page, 'tronWeb');
  return member(tronWeb(), 'trx') === undefined
    ? undefined
    : { provider: undefined, isOlder: false, tronWeb };
}
