/** What a wallet offers to pages: EIP-1193. */
export interface Provider {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): void;
  removeListener?(event: string, listener: (value: unknown) => void): void;
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
