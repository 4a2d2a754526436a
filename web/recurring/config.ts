import type { TestWallet } from '../wallet/test-account.ts';

/** The configuration of the page from its server. */
export interface PageConfig {
  readonly mode: 'sandbox' | 'production';
  /** The API, without a trailing slash. */
  readonly apiUrl: string;
  readonly clientId: string;
  /** The schedule's token; an empty text on the page without one. */
  readonly token: string;
  /** By network id: where this host passes JSON-RPC on, in the sandbox only, and the operator's own contract. */
  readonly networks: Readonly<
    Record<string, { readonly rpcPath?: string; readonly recurringProxy?: string }>
  >;
  /** In the sandbox only. */
  readonly testWallets?: readonly TestWallet[];
}
