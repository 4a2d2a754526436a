import type { Store } from '../engine/store.ts';
import { testWalletMessages as messages } from '../ui/messages/en-test-wallet.ts';
import { type Provider, TEST_WALLET_ID } from './provider.ts';
import type { Signer } from './test-signer.ts';

/** A wallet that lives in the page itself. */
export interface TestWallet {
  /** Publicly known; it holds test money on local nodes only. */
  readonly privateKey: string;
  /** Which of several test wallets of the page this is, and its name; without it there is one. */
  readonly account?: { readonly id: string; readonly name: string };
}

/** What test wallets need of the page. */
interface TestWalletWorld {
  /** Where each chain is spoken to, by chain id; a wallet stands on the first one at first. */
  readonly rpcUrls: ReadonlyMap<number, string>;
  /** What the tab remembers: which of the wallets are connected. */
  readonly tab: Store;
}

interface TestWalletParts extends TestWalletWorld {
  readonly privateKey: string;
  readonly name: string;
  /** Under this key the tab remembers that it is connected. */
  readonly key: string;
}

/** Made for this wallet once; an announcement has to carry one. */
export const TEST_WALLET_UUID = '6b1a6f0e-9c5d-4a53-8f0b-0f10c1d2e3a4';

/** Under this key a tab remembers that the payer connected the wallet in it. */
export const CONNECTED_KEY = 'florin.test-wallet';

/** The picture of every test wallet. */
export const TEST_WALLET_ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23b45309'/%3E%3Cpath d='M8 11h16v12H8zM20 16h4v3h-4z' fill='none' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E";

/**
 * Announces wallets that live in the page (EIP-6963), so that any plain browser can pay in the
 * sandbox. They ask before they sign, like any wallet; once connected one stays so in its tab. Their
 * signing code is loaded on first use.
 */
export function announceTestWallets(wallets: readonly TestWallet[], world: TestWalletWorld): void {
  for (const { privateKey, account } of wallets) {
    const suffix = account === undefined ? '' : `.${account.id}`;
    const name = account?.name ?? messages.name;
    const key = `${CONNECTED_KEY}${suffix}`;
    const provider = openProvider({ ...world, privateKey, name, key });
    const info = {
      uuid: TEST_WALLET_UUID,
      name,
      icon: TEST_WALLET_ICON,
      rdns: `${TEST_WALLET_ID}${suffix}`,
    };
    const detail = Object.freeze({ info, provider });
    const announce = () => {
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    };
    addEventListener('eip6963:requestProvider', announce);
    announce();
  }
}

function openProvider(parts: TestWalletParts): Provider {
  const { key, name, tab, rpcUrls } = parts;
  let [chainId = 0] = rpcUrls.keys();
  let connected = tab.read(key) !== undefined;
  const signer = async () => {
    const { openSigner } = await import('./test-signer.ts');
    return openSigner(parts.privateKey, pathOf(parts, chainId));
  };
  return {
    async request({ method, params }) {
      switch (method) {
        case 'eth_chainId':
          return `0x${chainId.toString(16)}`;
        case 'eth_accounts':
          return connected ? [(await signer()).address] : [];
        case 'eth_requestAccounts':
          if (!connected) await confirm({ name, question: messages.connect, yes: messages.allow });
          connected = true;
          tab.write(key, 'yes');
          return [(await signer()).address];
        case 'wallet_switchEthereumChain':
          chainId = readChainId(parts, params);
          return null;
        case 'eth_sendTransaction': {
          const call = first(params);
          const question = `${messages.send} ${String(Reflect.get(call, 'to'))}`;
          await confirm({ name, question, yes: messages.sign });
          return await (await signer()).send(call);
        }
        case 'personal_sign':
          return await signText(parts, params, await signer());
        default:
          return await (await signer()).read(method, params);
      }
    },
  };
}

/** Shows the whole text before it is signed, as wallets do; only this account signs. */
async function signText({ name }: TestWalletParts, params: unknown, signer: Signer) {
  const [text, address]: unknown[] = Array.isArray(params) ? params : [];
  if (String(address).toLowerCase() !== signer.address.toLowerCase()) {
    throw refusal(4100, 'Unauthorized account');
  }
  const { shown, sign } = signer.readText(text);
  await confirm({ name, question: messages.text, text: shown, yes: messages.sign });
  return await sign();
}

function pathOf(parts: TestWalletParts, chainId: number): string {
  const path = parts.rpcUrls.get(chainId);
  if (path === undefined) throw refusal(4902, 'Unrecognized chain');
  return path;
}

function readChainId(parts: TestWalletParts, params: unknown): number {
  const chainId = Number(Reflect.get(first(params), 'chainId'));
  pathOf(parts, chainId);
  return chainId;
}

function first(params: unknown): object {
  const [value]: unknown[] = Array.isArray(params) ? params : [];
  return typeof value === 'object' && value !== null ? value : {};
}

/** An error with a code, as wallets refuse. */
export function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}

interface Asked {
  readonly name: string;
  readonly question: string;
  /** What is signed, where it is a text. */
  readonly text?: string;
  /** What the button that agrees says. */
  readonly yes: string;
}

/** Shows the payer a dialog of plain DOM nodes, as Trusted Types require. */
export function confirm({ name, question, text, yes }: Asked): Promise<void> {
  const dialog = node('dialog', { className: 'test-wallet' }, [
    node('h2', { textContent: name, id: 'test-wallet' }),
    node('p', { textContent: question }),
    ...(text === undefined ? [] : [node('pre', { textContent: text, tabIndex: 0 })]),
    node('p', { textContent: messages.note, className: 'fine' }),
  ]);
  dialog.setAttribute('aria-labelledby', 'test-wallet');
  return new Promise((resolve, reject) => {
    const close = (agreed: boolean) => {
      dialog.remove();
      if (agreed) resolve();
      else reject(refusal(4001, 'User rejected the request.'));
    };
    const agree = node('button', { textContent: yes, className: 'primary', type: 'button' });
    const decline = node('button', {
      textContent: messages.decline,
      className: 'secondary',
      type: 'button',
    });
    agree.addEventListener('click', () => close(true));
    decline.addEventListener('click', () => close(false));
    dialog.addEventListener('cancel', () => close(false));
    dialog.append(agree, decline);
    document.body.append(dialog);
    dialog.showModal();
  });
}

function node<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  members: Partial<HTMLElementTagNameMap[Name]>,
  children: readonly Node[] = [],
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), members);
  made.append(...children);
  return made;
}
