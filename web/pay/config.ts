import type { TestWallet } from '../wallet/test-account.ts';

/** The configuration of the page from its server. */
export interface PageConfig {
  readonly mode: 'sandbox' | 'production';
  readonly apiUrl: string;
  readonly clientId: string;
  /** The secure payment's token; an empty text on the page without one. */
  readonly token: string;
  /** By network id. */
  readonly networks: Readonly<Record<string, PageNetwork>>;
  /** The wallets that live in the page, with publicly known keys; sandbox only. */
  readonly testWallets?: readonly TestWallet[];
  /** Interfaces of Safe that may frame this page; the page is handed them only where its link allows it. */
  readonly safeAppOrigins?: readonly string[] | undefined;
  /** The app in which owners of Safes sign; undefined offers no way there. */
  readonly safeAppUrl?: string;
  /** Whether the wallet opens by itself for what an approval was for. */
  readonly shouldOpenWallet?: boolean;
  /** What WalletConnect needs; undefined where the operator offers none. */
  readonly walletConnect?: WalletConnectConfig;
}

/** The operator's project at WalletConnect, and the relay that the page and wallets meet at. */
interface WalletConnectConfig {
  readonly projectId: string;
  readonly relayUrl: string;
}

/** What the server knows about a network beside the page's own list. */
interface PageNetwork {
  /** A path of the page's own host that speaks JSON-RPC; sandbox only. */
  readonly rpcPath?: string;
  /** How many blocks make a payment count. */
  readonly confirmations?: number;
  /** Where wallets have operations that pay this link paid for (ERC-7677); undefined where nobody pays for them. */
  readonly paymasterUrl?: string;
}
