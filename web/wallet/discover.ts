import { member } from '../engine/members.ts';
import { plainText } from '../ui/plain-text.ts';
import { isFramed } from './is-framed.ts';
import { type FoundWallet, isProvider } from './provider.ts';

/** Wallets that never announce themselves get this long before the old way is used. */
const ANNOUNCE_WAIT_MS = 400;

/** More than this many announcements are noise, or an attack on the page. */
const WALLETS_MAX = 20;

let framed: readonly FoundWallet[] = [];

/** Stores the wallets that the page around this one has; nobody finds them otherwise. */
export function noteFramedWallets(wallets: readonly FoundWallet[]): void {
  framed = wallets;
}

/** The wallets that the page around this one has, as far as they were found. */
export function framedWallets(): readonly FoundWallet[] {
  return framed;
}

/**
 * Listens for wallets (EIP-6963) and reports the full list whenever it grows. Where none announces
 * itself, `window.ethereum` is offered under a plain name. Within another page there are none.
 */
export function discoverWallets(onWallets: (wallets: readonly FoundWallet[]) => void): void {
  if (isFramed()) {
    onWallets([]);
    return;
  }
  const found = new Map<string, FoundWallet>();
  // Wallets answer while they are asked, one after the other: the list is shown once for all of these.
  let isAsking = true;
  addEventListener('eip6963:announceProvider', (event) => {
    const wallet = event instanceof CustomEvent ? readAnnouncement(event.detail) : undefined;
    if (wallet === undefined || found.has(wallet.id) || found.size >= WALLETS_MAX) return;
    found.delete(INJECTED);
    found.set(wallet.id, wallet);
    if (!isAsking) onWallets([...found.values()]);
  });
  dispatchEvent(new Event('eip6963:requestProvider'));
  isAsking = false;
  if (found.size > 0) onWallets([...found.values()]);
  setTimeout(() => {
    const provider: unknown = Reflect.get(globalThis, 'ethereum');
    if (found.size === 0 && isProvider(provider)) {
      found.set(INJECTED, { id: INJECTED, name: 'browser wallet', icon: undefined, provider });
    }
    onWallets([...found.values()]);
  }, ANNOUNCE_WAIT_MS);
}

const INJECTED = 'injected';

/** Reads how a wallet announced itself (EIP-6963, TIP-6963); nothing checks an announcement before this. */
export function readAnnouncement(detail: unknown): FoundWallet | undefined {
  const about: unknown = member(detail, 'info');
  const provider = member(detail, 'provider');
  const id = member(about, 'rdns');
  const name = member(about, 'name');
  const icon = member(about, 'icon');
  if (!isProvider(provider) || typeof id !== 'string' || typeof name !== 'string') return undefined;
  const picture =
    typeof icon === 'string' && icon.startsWith('data:image/') ? icon.trim() : undefined;
  return { id, name: plainText(name).slice(0, 40), icon: picture, provider };
}
