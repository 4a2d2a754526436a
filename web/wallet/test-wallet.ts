import { type Provider, TEST_WALLET_ID } from './provider.ts';
import type { Signer } from './test-signer.ts';

/** How the sandbox's own wallet comes to be. */
export interface TestWalletParts {
  /** Publicly known; it holds test money on local nodes only. */
  readonly privateKey: string;
  /** Where each chain is spoken to, by chain id. */
  readonly rpcPaths: ReadonlyMap<number, string>;
  /** Where the wallet stands at first. */
  readonly chainId: number;
  readonly messages: TestWalletMessages;
  /** Which of several test wallets of the page this is; without it there is one. */
  readonly account?: string;
}

interface TestWalletMessages {
  readonly name: string;
  readonly allow: string;
  readonly sign: string;
  readonly decline: string;
  readonly connect: string;
  readonly send: string;
  /** Before a text to sign; a page that signs no texts has no words for it. */
  readonly text?: string;
  readonly note: string;
}

/** Made for this wallet once; an announcement has to carry one. */
const TEST_WALLET_UUID = '6b1a6f0e-9c5d-4a53-8f0b-0f10c1d2e3a4';

/** Under this key a tab remembers that the payer connected the wallet in it. */
const CONNECTED_KEY = 'florin.test-wallet';

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23b45309'/%3E%3Cpath d='M8 11h16v12H8zM20 16h4v3h-4z' fill='none' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E";

/**
 * Announces a wallet that lives in the page (EIP-6963), so that any plain browser can pay in the
 * sandbox. It asks before it signs, like any wallet; once connected it stays so in its tab. Its
 * signing code is loaded on first use.
 */
export function announceTestWallet(parts: TestWalletParts): void {
  const provider = openProvider(parts);
  const rdns = parts.account === undefined ? TEST_WALLET_ID : `${TEST_WALLET_ID}.${parts.account}`;
  const detail = Object.freeze({
    info: { uuid: TEST_WALLET_UUID, name: parts.messages.name, icon: ICON, rdns },
    provider,
  });
  const announce = () => {
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  addEventListener('eip6963:requestProvider', announce);
  announce();
}

function openProvider(parts: TestWalletParts): Provider {
  const { messages } = parts;
  let chainId = parts.chainId;
  const key = parts.account === undefined ? CONNECTED_KEY : `${CONNECTED_KEY}.${parts.account}`;
  let connected = wasConnected(key);
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
          if (!connected)
            await confirm(messages, { question: messages.connect, yes: messages.allow });
          connected = true;
          keepConnected(key);
          return [(await signer()).address];
        case 'wallet_switchEthereumChain':
          chainId = readChainId(parts, params);
          return null;
        case 'eth_sendTransaction': {
          const call = first(params);
          const question = `${messages.send} ${String(Reflect.get(call, 'to'))}`;
          await confirm(messages, { question, yes: messages.sign });
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
async function signText({ messages }: TestWalletParts, params: unknown, signer: Signer) {
  const [text, address]: unknown[] = Array.isArray(params) ? params : [];
  if (String(address).toLowerCase() !== signer.address.toLowerCase()) {
    throw refusal(4100, 'Unauthorized account');
  }
  const { shown, sign } = signer.readText(text);
  await confirm(messages, { question: messages.text ?? '', text: shown, yes: messages.sign });
  return await sign();
}

/** Storage throws where it is forbidden; the wallet then asks again after a reload. */
function wasConnected(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function keepConnected(key: string): void {
  try {
    sessionStorage.setItem(key, 'yes');
  } catch {
    return;
  }
}

function pathOf(parts: TestWalletParts, chainId: number): string {
  const path = parts.rpcPaths.get(chainId);
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

function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}

interface Asked {
  readonly question: string;
  /** What is signed, where it is a text. */
  readonly text?: string;
  /** What the button that agrees says. */
  readonly yes: string;
}

/** Asks the payer in a dialog made of plain nodes: Trusted Types leave no other way, nor is one missed. */
function confirm(messages: TestWalletMessages, { question, text, yes }: Asked): Promise<void> {
  const dialog = node('dialog', { className: 'test-wallet' }, [
    node('h2', { textContent: messages.name, id: 'test-wallet' }),
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
