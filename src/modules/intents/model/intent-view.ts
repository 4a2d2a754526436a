/** An intent as operators see it. */
export interface IntentView {
  readonly id: string;
  readonly status: string;
  readonly accountId: string;
  readonly securePaymentToken: string;
  readonly requestId: string;
  readonly network: string;
  /** As its network writes hashes. */
  readonly txHash: string | null;
  readonly safeTxHash: string | null;
  readonly createdAt: Date;
  readonly nextCheckAt: Date | null;
  /** Until when the bridge may deliver it. */
  readonly deadlineAt: Date | null;
}

/** One thing that was seen of an intent. */
export interface ObservationView {
  readonly at: Date;
  /** Who says so: `client`, `source`, `destination`, `provider` or `ledger`. */
  readonly from: string;
  readonly event: string;
  /** The state from then on. */
  readonly status: string;
  readonly details: unknown;
}
