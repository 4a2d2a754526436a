import type { Hex } from '#kit/hex.ts';

/** What moved in one payment, as a chain shows it or as the ledger has it. */
export interface Movement {
  /** The request's row. */
  readonly requestId: string;
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly blockTime: Date;
  readonly transactionHash: Hex;
  readonly logIndex: number;
  readonly payerAddress: string;
  readonly creditedUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  readonly tokenUnits: bigint;
  readonly tokenFeeUnits: bigint;
}

/** The newest scanned block when a transfer changed its status, and that time by our clock. */
export interface StoredMilestone {
  readonly blockNumber: bigint;
  readonly at: Date;
}

/** A transfer as the ledger has it; what an earlier release moved has no milestones. */
export interface StoredTransfer extends Movement {
  readonly id: string;
  readonly status: string;
  readonly network: string;
  readonly confirmed: StoredMilestone | null;
  readonly finalized: StoredMilestone | null;
}

/** A payment as the ledger has it. */
export interface StoredPayment {
  readonly id: string;
  readonly requestId: string;
  readonly transferId: string;
  readonly network: string;
  readonly currencyId: string;
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  /** This and the next are null where an earlier release wrote them: then they are the transfer's. */
  readonly tokenUnits: bigint | null;
  readonly tokenFeeUnits: bigint | null;
  readonly receivedAt: Date;
  readonly payerAddress: string;
  readonly transactionHash: Hex;
  /** Whether it came after the deadline of its link. */
  readonly late: boolean;
  /** Whether it was taken back. */
  readonly undone: boolean;
}

/** A request as the ledger has it. */
export interface StoredRequest {
  readonly id: string;
  /** The public request id. */
  readonly requestId: string;
  readonly status: string;
  readonly network: string;
  readonly currencyId: string;
  readonly expectedUnits: bigint;
  /** The sum of active payments, and of late ones among them, as stored with the request. */
  readonly paidUnits: bigint;
  readonly paidLateUnits: bigint;
  readonly feeAddress: string | null;
  /** Whether it is the fee of another request, which has no events of its own. */
  readonly isFee: boolean;
  /** Of every link that had it so far: it may have passed from one to another. */
  readonly deadlines: readonly Date[];
}

/** A link as stored, with the rows of all its current requests. */
export interface StoredLink {
  readonly token: string;
  readonly status: string;
  readonly requestIds: readonly string[];
}

/** A bundle as the ledger has it, with all of its children, on any networks. */
export interface StoredBundle {
  readonly token: string;
  readonly status: string;
  readonly expiresAt: Date;
  readonly children: readonly BundleChild[];
}

/** A child of a bundle, and the sum of its active payments. */
interface BundleChild {
  /** The public request id. */
  readonly requestId: string;
  readonly expectedUnits: bigint;
  readonly paidUnits: bigint;
}

/** How often an event of one type and with these milestones was recorded of one transaction and one request. */
export interface StoredPaymentEvent {
  /** The public request id. */
  readonly requestId: string;
  readonly transactionHash: Hex;
  readonly type: string;
  readonly confirmed: StoredMilestone | null;
  readonly finalized: StoredMilestone | null;
  readonly times: number;
}

/** The ledger's state of some requests, read in one snapshot. */
export interface StoredPayments {
  readonly requests: readonly StoredRequest[];
  readonly links: readonly StoredLink[];
  readonly bundles: readonly StoredBundle[];
  readonly transfers: readonly StoredTransfer[];
  readonly payments: readonly StoredPayment[];
  readonly paymentEvents: readonly StoredPaymentEvent[];
}

/** Every way in which the ledger can differ from a chain, or from themselves. */
export type DifferenceKind =
  | 'transfer_missing'
  | 'transfer_taken_back'
  | 'transfer_not_on_chain'
  | 'transfer_in_another_block'
  | 'transfer_twice'
  | 'transfer_not_settled'
  | 'transfer_not_final'
  | 'transfer_without_payment'
  | 'wrong_transaction'
  | 'wrong_request'
  | 'wrong_amount'
  | 'wrong_payer'
  | 'wrong_fee'
  | 'wrong_time'
  | 'wrong_network'
  | 'wrong_mark'
  | 'payment_without_transfer'
  | 'payment_taken_back'
  | 'payment_unlike_transfer'
  | 'payment_unlike_request'
  | 'wrong_lateness'
  | 'wrong_kept_sum'
  | 'request_in_wrong_status'
  | 'link_completed_without_money'
  | 'link_not_completed'
  | 'bundle_in_wrong_status'
  | 'event_missing'
  | 'event_too_many'
  | 'nodes_disagree';

/** One difference: where it is, and the value of either side. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** The public request id. */
  readonly requestId: string | null;
  readonly transactionHash: Hex | null;
  readonly blockNumber: bigint | null;
  /** Of a link or a bundle. */
  readonly securePaymentToken: string | null;
  /** The expected value: that of the chain, or what follows from it. */
  readonly expected: string;
  /** The value in the ledger. */
  readonly found: string;
}
