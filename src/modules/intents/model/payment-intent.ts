import type { NetworkId } from '#catalog/networks.ts';
import type { Hex } from '#kit/hex.ts';
import type { PaymentIntentStatus } from './status.ts';

/** The hash that a payer reports: of a transaction, or of what the owners of a multisig wallet sign. */
export type ReportedHash =
  | { readonly kind: 'transaction'; readonly hash: Hex }
  | { readonly kind: 'safe'; readonly hash: Hex };

/** What a payer's page says of the transaction; nothing of it is checked or relied on. */
export interface ReportedDetails {
  /** The symbol of the source token, such as `USDC`; a report of a bundle names none. */
  readonly token?: string;
  readonly payerEoaAddress?: string | undefined;
  readonly executionKind?: string | undefined;
  readonly sourceToken?: string | undefined;
  readonly sourceAmount?: string | undefined;
  readonly routeKind?: string | undefined;
  readonly bridgeTool?: string | null | undefined;
}

/** A transaction that was reported as a payment of a link. */
export interface PaymentIntent {
  readonly id: string;
  readonly accountId: string;
  readonly securePaymentToken: string;
  /** The request's row. */
  readonly requestRowId: string;
  readonly status: PaymentIntentStatus;
  /** Where the transaction is. */
  readonly network: NetworkId;
  readonly transactionHash: Hex | null;
  readonly safeTransactionHash: Hex | null;
  readonly safeDeadline: Date | null;
  readonly payerAddress: string | null;
  readonly createdAt: Date;
  /** When it is read again; null once nothing can change. */
  readonly nextCheckAt: Date | null;
}
