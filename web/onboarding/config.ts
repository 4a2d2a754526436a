import type { SignInAccount } from '../wallet/sign-in-accounts.ts';

/** The configuration of the page from its server. */
export interface PageConfig {
  readonly mode: 'sandbox' | 'production';
  /** The auth host, without a trailing slash. */
  readonly authUrl: string;
  /** The invitation's token; an empty text on the page without one. */
  readonly token: string;
  /** By network id: where this host passes JSON-RPC on; sandbox only. */
  readonly networks: Readonly<Record<string, { readonly rpcPath?: string }>>;
  /** The publicly known accounts of the in-page wallets; sandbox only. */
  readonly testWallets?: readonly SignInAccount[];
}
