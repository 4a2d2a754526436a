/** What a wallet offers to pages: EIP-1193. */
export interface Provider {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): void;
  removeListener?(event: string, listener: (value: unknown) => void): void;
}

/** A wallet found in this browser. */
export interface FoundWallet {
  /** Its reverse domain name, or `injected` for one that does not announce itself. */
  readonly id: string;
  readonly name: string;
  readonly icon: string | undefined;
  readonly provider: Provider;
}

/** Whether a value can be asked as EIP-1193 says. */
export function isProvider(value: unknown): value is Provider {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'request') === 'function'
  );
}

/** Under this name the sandbox's own wallet announces itself. */
export const TEST_WALLET_ID = 'test.florin.wallet';
