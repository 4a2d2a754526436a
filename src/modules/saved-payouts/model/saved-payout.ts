/** A payout that is kept under a name, to be made again. */
export interface SavedPayout {
  readonly id: string;
  /** Its name within the account. */
  readonly label: string;
  /** In the form in which its chain shows addresses. */
  readonly recipient: string;
  readonly network: string;
  readonly currencyId: string;
  readonly amountUnits: bigint;
  /** The same, of the wallet that is to pay. */
  readonly creatorWalletAddress: string;
  readonly reference: string | null;
  readonly createdAt: Date;
}
