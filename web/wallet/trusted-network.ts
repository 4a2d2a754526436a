/** A token the page knows by its own list. */
export interface TrustedToken {
  readonly symbol: string;
  readonly decimals: number;
  readonly address: string;
}

/** A network the page can pay on, with the one contract it lets take tokens there. */
export interface TrustedNetwork {
  readonly name: string;
  readonly chainId: number;
  readonly testnet: boolean;
  readonly nativeSymbol: string;
  /** Without a trailing slash. */
  readonly explorerUrl: string;
  readonly blockTimeMs: number;
  /** The audited contract that pays tokens with a reference. */
  readonly feeProxy: string;
  /** By currency id, such as `USDC-base`. */
  readonly tokens: Readonly<Record<string, TrustedToken>>;
}
