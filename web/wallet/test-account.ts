/** A wallet that lives in the page itself. */
export interface TestWallet {
  /** Publicly known; it holds test money on local nodes only. */
  readonly privateKey: string;
  /** Which of several test wallets of the page this is, and its name; without it there is one. */
  readonly account?: { readonly id: string; readonly name: string };
  /** The account that pays, where it is no plain account of the key. */
  readonly contract?: TestContract;
}

/** An account of the sandbox that is a contract, and what its wallet needs to know of it. */
export interface TestContract {
  readonly kind: 'safe';
  readonly address: string;
  /** The contract through which a Safe makes several calls or none. */
  readonly multiSend: string;
  /** The publicly known key of the other owner, who signs after the first. */
  readonly otherKey: string;
  /** Where the Safe service of a network is, by chain id: paths of the page's own host. */
  readonly services: Readonly<Record<string, string>>;
}

/** The chain that a wallet stands on, and where it is spoken to. */
export interface TestChain {
  readonly chainId: number;
  readonly rpcUrl: string;
}
