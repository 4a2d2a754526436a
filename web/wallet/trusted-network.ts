/** Something that is paid in: a token, or the network's own coin. */
export interface Asset {
  readonly symbol: string;
  readonly decimals: number;
  /** The token's contract; undefined for the coin. */
  readonly address: string | undefined;
}

/** A token the page knows by its own list. */
interface TrustedToken extends Asset {
  readonly address: string;
}

/** A network the page can pay on. */
export interface TrustedNetwork {
  readonly name: string;
  readonly chainId: number;
  readonly testnet: boolean;
  readonly nativeSymbol: string;
  /** Without a trailing slash. */
  readonly explorerUrl: string;
  readonly blockTimeMs: number;
  /** How many blocks it usually takes until a payment counts, where the network’s word counts; undefined for few. */
  readonly blocksToCount?: number;
  /** The currency id of its own coin, which has 18 decimals. */
  readonly coinId: string;
  /** How addresses are written there; undefined for `0x` and hex. */
  readonly addressPattern?: RegExp;
  /** How destination IDs are written there, of which the checksum is the API's affair; undefined for `0x` and hex. */
  readonly destinationPattern?: RegExp;
  /** What stands between the explorer's address and the id of a transaction; undefined for `tx`. */
  readonly transactionPath?: string;
  /** The wallet app that most people have there, and the link that opens a page in it. */
  readonly walletApp?: { readonly name: string; linkTo(page: string): string };
  /** By currency id, such as `USDC-base`. */
  readonly tokens: Readonly<Record<string, TrustedToken>>;
}

/** The audited contracts of a network that carry payments with a reference. */
export interface TrustedContracts {
  readonly feeProxy: string;
  readonly nativeProxy?: string;
  readonly conversionProxy?: string;
  readonly batch?: string;
}

/** The bridge of a network: where payments from another network start and end. */
export interface TrustedBridge {
  /** The network's name in the specification's queries, such as `ARBITRUM`. */
  readonly sourceChain: string;
  /** Takes the payer's tokens and starts the bridge. */
  readonly diamond: string;
  /** Gets the tokens where a route ends, and has the embedded call made. */
  readonly receiver: string;
  /** Sends a route's fees to their receivers, before the bridge. */
  readonly feeForwarder: string;
  /** Swaps before the bridge; undefined where no exchange is known whose calls are decoded. */
  readonly swapRouter?: string;
  /** The currency ids of the tokens that a payment can start with, by their symbols in queries. */
  readonly sources: Readonly<Record<string, string>>;
}
