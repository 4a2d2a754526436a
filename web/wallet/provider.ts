import type { TronTransaction } from './tron/transaction.ts';

/** What a wallet offers to pages: EIP-1193. */
export interface Provider {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): void;
  removeListener?(event: string, listener: (value: unknown) => void): void;
  /** How a page works with it, where that is not as with the wallets of EVM networks. */
  readonly code?: WalletCode;
}

/** What a page does with a wallet; `evm.ts` has functions of the same names. */
interface WalletCode {
  connect(provider: Provider): Promise<Account>;
  reconnect(provider: Provider): Promise<Account | undefined>;
  /** Requests a signature and sends nothing; undefined where the wallet signed something else than it was given. */
  signTransaction(
    provider: Provider,
    signing: { readonly from: string; readonly transaction: TronTransaction },
  ): Promise<string | undefined>;
}

/** Who answered, and on which chain the wallet stands. */
export interface Account {
  readonly address: string;
  readonly chainId: number;
  /** All that the wallet shows to this page, where it can sign for each of them. */
  readonly accounts?: readonly string[] | undefined;
}

/** A wallet as it is shown. */
export interface Wallet {
  /** Its reverse domain name, or `injected` for one that does not announce itself; it outlives a reload. */
  readonly id: string;
  readonly name: string;
  /** A `data:` address or nothing. */
  readonly icon: string | undefined;
}

/** A wallet found in this browser. */
export interface FoundWallet extends Wallet {
  readonly provider: Provider;
}

/** What pages show of wallets: a page state holds nothing that can be asked. */
export function shownWallets(found: readonly FoundWallet[]): readonly Wallet[] {
  return found.map(({ id, name, icon }) => ({ id, name, icon }));
}

/** Whether a value is an EIP-1193 provider. */
export function isProvider(value: unknown): value is Provider {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'request') === 'function'
  );
}

/** Under this name the sandbox's own wallet announces itself. */
export const TEST_WALLET_ID = 'test.florin.wallet';
