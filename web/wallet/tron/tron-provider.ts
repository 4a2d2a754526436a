import { member } from '../../engine/members.ts';
import { pause } from '../../engine/wait.ts';
import { isProvider, type Provider } from '../provider.ts';
import { WalletError } from '../refusal.ts';
import type { TronTransaction } from './transaction.ts';
import { readTronAddress, TRON_ADDRESS } from './tron-address.ts';

/** What a Tron wallet puts into a page: newer ones a provider with a TronWeb, older ones several objects. */
export interface InjectedTron {
  /** What is asked to connect: EIP-1193 on newer wallets; undefined where there is only a TronWeb. */
  readonly provider: Provider | undefined;
  /** Whether the wallet knows the older request only, which answers with a code. */
  readonly isOlder: boolean;
  /** The TronWeb that signs, as it is now: missing until connected, and replaced when the network changes. */
  tronWeb(): unknown;
}

/** The id of Tron's main network, as wallets write it. */
const CHAIN_ID = '0x2b6653dc';

/** How long an older wallet may take to name the account that the person has just allowed. */
const ACCOUNT_WAIT_MS = 2_000;
const ACCOUNT_POLL_MS = 100;

/** The method under which a wallet of ours signs a transaction that the API has made. */
export const SIGN_TRANSACTION = 'tron_signTransaction';

/**
 * A Tron wallet as a provider of EIP-1193, as the pages know wallets: accounts in Base58, `personal_sign` for the
 * text of a sign-in, and `tron_signTransaction`. Nothing of it asks a node: the wallet's own may be of another network.
 */
export function openTronProvider(injected: InjectedTron): Provider {
  return {
    async request({ method, params }) {
      const [first]: unknown[] = Array.isArray(params) ? params : [];
      switch (method) {
        case 'eth_chainId':
          return CHAIN_ID;
        case 'eth_accounts':
          return await accountsOf(injected);
        case 'eth_requestAccounts':
          return await connect(injected);
        case 'personal_sign':
          return await call(injected, 'signMessageV2', textOf(first));
        case SIGN_TRANSACTION:
          return await call(injected, 'sign', structuredClone(first));
        default:
          throw Object.assign(new Error(`${method} is not supported`), { code: UNSUPPORTED });
      }
    },
    on: (event, listener) => {
      // The network of the wallet does not matter: what it signs refers to a block of the network that pays.
      if (event === 'accountsChanged') listen(injected, listener);
    },
  };
}

const UNSUPPORTED = 4200;

async function connect(injected: InjectedTron): Promise<readonly string[]> {
  const { provider, isOlder } = injected;
  const method = isOlder ? 'tron_requestAccounts' : 'eth_requestAccounts';
  const answer = await provider?.request({ method });
  if (isOlder) refuseByCode(answer);
  const named: unknown = Array.isArray(answer) ? answer[0] : undefined;
  // The account that signs counts; some wallets answer with one of another network first.
  for (let waited = 0; waited <= ACCOUNT_WAIT_MS; waited += ACCOUNT_POLL_MS) {
    const accounts = await accountsOf(injected);
    if (accounts.length > 0) return accounts;
    await pause(ACCOUNT_POLL_MS);
  }
  const accounts = await readAccounts(named);
  const isMistyped = [named, shownAddress(injected)].some((one) => TRON_ADDRESS.test(String(one)));
  if (accounts.length === 0 && isMistyped) throw new WalletError('wrong_checksum');
  return accounts;
}

/** What older wallets answer instead of an error; an empty answer comes from a locked one. */
function refuseByCode(answer: unknown): void {
  const code = member(answer, 'code');
  if (code === 200) return;
  throw new WalletError(REFUSALS[String(code)] ?? 'unauthorized');
}

const REFUSALS: Readonly<Record<string, 'busy' | 'declined'>> = { 4000: 'busy', 4001: 'declined' };

/** The account that the wallet shows to this page, without opening a window. */
async function accountsOf(injected: InjectedTron): Promise<readonly string[]> {
  return await readAccounts(shownAddress(injected));
}

function shownAddress({ tronWeb }: InjectedTron): unknown {
  return member(member(tronWeb(), 'defaultAddress'), 'base58');
}

async function readAccounts(address: unknown): Promise<readonly string[]> {
  const isSound = typeof address === 'string' && (await readTronAddress(address)) !== undefined;
  return isSound ? [address] : [];
}

/** Calls a function of the wallet's TronWeb as it would be called there. */
async function call(injected: InjectedTron, name: string, input: unknown): Promise<unknown> {
  const trx = member(injected.tronWeb(), 'trx');
  const sign = member(trx, name);
  if (typeof sign !== 'function') throw new WalletError('disconnected');
  const answer: unknown = await Reflect.apply(sign, trx, [input]);
  return answer;
}

/** Wallets of Tron take the text itself, where others take its bytes as hex. */
function textOf(hex: unknown): string {
  const digits = String(hex).slice(2).match(/../g) ?? [];
  return new TextDecoder().decode(Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16)));
}

/** Newer wallets say by an event that another account was chosen, older ones by a message of the window. */
function listen(injected: InjectedTron, listener: (value: unknown) => void): void {
  const report = () => void accountsOf(injected).then(listener);
  if (!injected.isOlder && injected.provider?.on !== undefined) {
    injected.provider.on('accountsChanged', report);
    return;
  }
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const action = member(member(event.data, 'message'), 'action');
    const isOwn = event.source === globalThis.window;
    // The wallet's objects change with the message or a moment later.
    if (isOwn && /^(setAccount|accountsChanged|disconnect)$/.test(String(action))) {
      setTimeout(report, ACCOUNT_POLL_MS);
    }
  });
}

/** A provider of TIP-1193, which carries its TronWeb. */
export function readInjected(provider: unknown): InjectedTron | undefined {
  if (!isProvider(provider)) return undefined;
  return { provider, isOlder: false, tronWeb: () => member(provider, 'tronWeb') };
}

/** What a wallet signed; undefined unless it is one signature of exactly what it was given. */
export function readSignature(signed: unknown, given: TronTransaction): string | undefined {
  const { txID, raw_data_hex } = given;
  const hex = String(member(signed, 'raw_data_hex')).toLowerCase();
  const id = String(member(signed, 'txID')).toLowerCase();
  const list = member(signed, 'signature');
  const [signature, ...others]: unknown[] = Array.isArray(list) ? list : [];
  const digits = String(signature).replace(/^0x/, '').toLowerCase();
  const isSame = id === txID && hex === raw_data_hex && others.length === 0;
  return isSame && /^[0-9a-f]{130}$/.test(digits) ? digits : undefined;
}
