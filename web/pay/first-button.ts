import { discoverWallets } from '../wallet/discover.ts';
import { isFramed } from '../wallet/is-framed.ts';
import { type FoundWallet, shownWallets, type Wallet } from '../wallet/provider.ts';
import { expectsPayment } from './expected/expects-payment.ts';
import type { FirstWallets } from './first-wallets.ts';
import { LAST_WALLET_KEY, readKept } from './kept.ts';
import { lastFirst } from './last-first.ts';

/*
 * Stands in the document, so that the wallets of this browser can be pressed before any other script is here. It only notes a press: the page
 * goes on with it once it knows all that it would know before a press on a button of its own.
 */

/** What the server writes beside this script. */
interface Given {
  readonly token: string;
  /** What a button says, with `{}` for the name of its wallet. */
  readonly use: string;
  /** The scripts that a press needs beside those that the document has loaded already, with spaces between them. */
  readonly next: string;
}

/** Offers the wallets in the list that the server left empty, until the page takes over. */
function offerWallets(list: Element, { token, use, next }: Given): void {
  if (isFramed() || expectsPayment(token) || isKnown(token)) return;
  let offered: readonly FoundWallet[] = [];
  let isOver = false;
  let notePicked: (wallet: Wallet) => void;
  const picked = new Promise<Wallet>((resolve) => {
    notePicked = resolve;
  });
  window.takeFirstWallets = (): FirstWallets => {
    isOver = true;
    const wallets = offered.length > 0 ? shownWallets(offered) : undefined;
    const kept = wallets && { link: undefined, wallets, signed: 0 };
    return { found: offered, kept, picked };
  };
  const items = new Map<string, Element>();
  let isPicked = false;
  const pick = (wallet: FoundWallet, button: Element) => {
    if (isPicked) return;
    isPicked = true;
    button.setAttribute('aria-busy', 'true');
    for (const href of next.split(' ')) loadBeforehand(href);
    for (const shown of shownWallets([wallet])) notePicked(shown);
  };
  const last = readKept(LAST_WALLET_KEY);
  discoverWallets((found) => {
    // Where the last one is not here yet, another would stand in its place, and move once it comes.
    const isWhole = !last || found.some(({ id }) => id === last);
    if (isOver || isPicked || found.length === 0 || !isWhole) return;
    offered = lastFirst(found);
    list.parentElement?.querySelector('.needs-script')?.remove();
    for (const [id, item] of items) if (!found.some((one) => one.id === id)) item.remove();
    for (const [at, wallet] of offered.entries()) {
      if (items.has(wallet.id)) continue;
      const item = itemOf(wallet, {
        isFirst: at === 0,
        text: use.replace('{}', () => wallet.name),
        pick,
      });
      items.set(wallet.id, item);
      list.append(item);
    }
  });
}

interface ItemParts {
  readonly isFirst: boolean;
  readonly text: string;
  readonly pick: (wallet: FoundWallet, button: Element) => void;
}

/** The same elements as those of `WalletList`, which takes them over. */
function itemOf(wallet: FoundWallet, { isFirst, text, pick }: ItemParts): Element {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = isFirst ? 'primary wallet' : 'secondary wallet';
  if (wallet.icon !== undefined) {
    const icon = new Image(28, 28);
    icon.alt = '';
    const { icon: picture } = wallet;
    // Its place is kept; to read it before the first paint would put that off.
    requestAnimationFrame(() => setTimeout(() => icon.setAttribute('src', picture)));
    button.append(icon);
  }
  const name = document.createElement('span');
  name.textContent = text;
  button.append(name);
  button.addEventListener('click', () => pick(wallet, button));
  item.append(button);
  return item;
}

/** Whether this browser keeps anything of a link: its page may begin elsewhere than with the choice of a wallet. */
function isKnown(token: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.includes(token));
  } catch {
    return false;
  }
}

function loadBeforehand(href: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
}

const { token = '', use = '', next = '' } = document.currentScript?.dataset ?? {};
const list = document.querySelector('.wallets');
if (list !== null) offerWallets(list, { token, use, next });
