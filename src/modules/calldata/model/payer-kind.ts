/** What kind of wallet pays. */
export interface PayerKind {
  /**
   * Whether it is a Safe, which executes all transactions as one: others pay the network fees, and each allowance is set, as the present
   * one may be used before the owners have signed.
   */
  readonly isSafe?: boolean | undefined;
}
