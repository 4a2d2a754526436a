/** A wallet that lives in the page itself. */
export interface TestWallet {
  /** Publicly known; it holds test money on local nodes only. */
  readonly privateKey: string;
  /** Which of several test wallets of the page this is, and its name; without it there is one. */
  readonly account?: { readonly id: string; readonly name: string };
  /** Where the account that pays is no plain account of the key. */
  readonly contract?: TestContract;
}

/** What an account of the sandbox runs, and what its wallet needs to know of it. */
type TestContract = TestSafe | TestSmartAccount | TestDelegation;

/** A Safe of two owners, of whom both sign. */
export interface TestSafe extends SafeContract {
  readonly kind: 'safe';
  /** The publicly known key of the other owner, who signs after the first. */
  readonly otherKey: string;
  /** Where the Safe service of a network is, by chain id: paths of the page's own host. */
  readonly services: Readonly<Record<string, string>>;
}

/** A Safe that the wallet's key alone controls: it executes at once. */
interface TestSmartAccount extends SafeContract {
  readonly kind: 'smart_account';
}

/** The account of the key itself, which runs published code (EIP-7702). */
export interface TestDelegation {
  readonly kind: 'delegated';
  /** Where the code stands that the key's account runs. */
  readonly delegate: string;
}

/** A Safe, whoever controls it. */
export interface SafeContract {
  readonly address: string;
  /** The contract through which a Safe makes several calls or none. */
  readonly multiSend: string;
}

/** The chain that a wallet stands on, and where it is spoken to. */
export interface TestChain {
  readonly chainId: number;
  readonly rpcUrl: string;
}
