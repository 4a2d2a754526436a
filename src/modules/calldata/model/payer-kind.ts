import type { Hex } from '#kit/hex.ts';

/** A key that has the tokens with which an account pays. */
export interface TokenHolder {
  readonly address: string;
  /** Whether the account is proven to be the key's alone, so that an approval without a limit may name it. */
  readonly ownsAccount: boolean;
}

/** An approval that a key may sign, and that the account submits with the payment. */
export interface PermitOption {
  /** In whole seconds. */
  readonly expiresAt: Date;
  /** Undefined where it is not signed yet. */
  readonly signature?: Hex | undefined;
}

/** What kind of wallet pays. */
export interface PayerKind {
  /**
   * Whether it is a Safe, which executes all transactions as one: others pay the network fees, and each allowance is set, as the present
   * one may be used before the owners have signed.
   */
  readonly isSafe?: boolean | undefined;
  /** Who has the tokens, where the wallet is an account that takes them from somebody and pays, all as one transaction. */
  readonly tokenHolder?: TokenHolder | undefined;
  /** Only beside a token holder that is a plain key: contracts would call the code of any other. */
  readonly permit?: PermitOption | undefined;
}

/** An account that makes all calls of a payment as one transaction. */
export interface PayingAccount {
  readonly address: string;
  /** Whose tokens it takes first; undefined for one that pays with its own, as a Safe does. */
  readonly tokenHolder: TokenHolder | undefined;
}
