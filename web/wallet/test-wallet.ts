import { isRecord, list, member } from '../engine/members.ts';
import { reportUnloaded } from '../engine/report-unloaded.ts';
import type { Store } from '../engine/store.ts';
import { testWalletMessages as messages } from '../ui/messages/en/test-wallet.ts';
import { type Provider, TEST_WALLET_ID } from './provider.ts';
import type { TestChain, TestWallet } from './test-account.ts';
import { confirm, refusal } from './test-dialog.ts';
import type { CallsAtOnce, Signer } from './test-key.ts';
import { offerOtherOwner, PENDING } from './test-other-owner.ts';

/** What test wallets need of the page. */
interface TestWalletWorld {
  /** Where each chain is spoken to, by chain id; a wallet stands on the first one at first. */
  readonly rpcUrls: ReadonlyMap<number, string>;
  /** What the tab remembers: which of the wallets are connected. */
  readonly tab: Store;
}

interface TestWalletParts extends TestWalletWorld {
  readonly wallet: TestWallet;
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
  for (const wallet of wallets) {
    const { account, contract } = wallet;
    const id = account?.id ?? contract?.kind;
    const suffix = id === undefined ? '' : `.${id}`;
    const name = account?.name ?? (contract ? messages.names[contract.kind] : messages.name);
    const key = `${CONNECTED_KEY}${suffix}`;
    const rpcUrls = rpcUrlsOf(wallet, world);
    const provider = openProvider({ ...world, rpcUrls, wallet, name, key });
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

/** A Safe is where its service is. */
function rpcUrlsOf({ contract }: TestWallet, { rpcUrls }: TestWalletWorld) {
  if (contract?.kind !== 'safe') return rpcUrls;
  return new Map([...rpcUrls].filter(([chainId]) => String(chainId) in contract.services));
}

function openProvider(parts: TestWalletParts): Provider {
  const { key, name, tab, rpcUrls, wallet } = parts;
  let [chainId = 0] = rpcUrls.keys();
  let connected = tab.read(key) !== undefined;
  const chain = () => ({ chainId, rpcUrl: pathOf(parts, chainId) });
  const signer = async () => {
    const { openSigner } = await import('./test-signer.ts').catch(reportUnloaded);
    return openSigner(wallet, chain());
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
          await confirm({ name, question, text: await readCall(call), yes: messages.sign });
          return await (await signer()).send(call);
        }
        case 'personal_sign':
          return await signText(parts, params, await signer());
        case 'eth_signTypedData_v4':
          return await signTyped(parts, params, await signer());
        case 'wallet_getCapabilities':
          return { [`0x${chainId.toString(16)}`]: await atOnce(await signer()).capabilities() };
        case 'wallet_sendCalls':
          return await sendCalls(parts, first(params), await signer());
        case 'wallet_getCallsStatus':
          return await readCalls(parts, params, chain());
        default:
          return await (await signer()).read(method, params);
      }
    },
  };
}

function atOnce({ calls }: Signer): CallsAtOnce {
  if (calls === undefined) throw refusal(4200, 'Unsupported method');
  return calls;
}

/** What a call does; addresses are whole, with their checksum. */
async function readCall(call: unknown): Promise<string> {
  const [{ callText }, { showAddress }] = await Promise.all([
    import('./test-call-text.ts').catch(reportUnloaded),
    import('./test-signer.ts').catch(reportUnloaded),
  ]);
  return await callText(call, showAddress);
}

/** Several calls (EIP-5792): the payer reads to which contracts they go, and what each does. */
async function sendCalls({ name }: TestWalletParts, request: object, signer: Signer) {
  const { question, send } = atOnce(signer);
  const calls = list(request, 'calls');
  if (calls.length === 0) throw refusal(-32602, 'Invalid params');
  const texts = calls.map(async (call) => `${String(member(call, 'to'))}\n${await readCall(call)}`);
  const text = (await Promise.all(texts)).join('\n\n');
  await confirm({ name, question: await question(), text, yes: messages.sign });
  return { id: await send(calls) };
}

/** Where calls stand; while owners of a Safe sign, the window of the other owner is there. */
async function readCalls({ wallet }: TestWalletParts, params: unknown, chain: TestChain) {
  const [id]: unknown[] = Array.isArray(params) ? params : [];
  const { openSigner } = await import('./test-signer.ts').catch(reportUnloaded);
  const status = await atOnce(openSigner(wallet, chain)).readStatus(String(id));
  const isWaiting = wallet.contract?.kind === 'safe' && status.status === PENDING;
  if (isWaiting) offerOtherOwner({ wallet, chain, hash: status.id });
  return status;
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

/** Shows every value before it is signed; only this account signs. */
async function signTyped({ name }: TestWalletParts, params: unknown, signer: Signer) {
  const [address, text]: unknown[] = Array.isArray(params) ? params : [];
  if (String(address).toLowerCase() !== signer.address.toLowerCase()) {
    throw refusal(4100, 'Unauthorized account');
  }
  const { shown, sign } = signer.readTyped(text);
  await confirm({ name, question: messages.typed, text: shown, yes: messages.sign });
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
  return isRecord(value) ? value : {};
}
