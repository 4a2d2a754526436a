/** The configuration of the page from its server. */
export interface PageConfig {
  readonly mode: 'sandbox' | 'production';
  readonly apiUrl: string;
  readonly clientId: string;
  /** The secure payment's token; an empty text on the page without one. */
  readonly token: string;
  /** By network id. */
  readonly networks: Readonly<Record<string, PageNetwork>>;
  /** The publicly known key of the in-page wallet; sandbox only. */
  readonly testWallet?: { readonly privateKey: string };
}

/** What the server knows about a network beside the page's own list. */
interface PageNetwork {
  /** A path of the page's own host that speaks JSON-RPC; sandbox only. */
  readonly rpcPath?: string;
  /** How many blocks make a payment count. */
  readonly confirmations?: number;
}
