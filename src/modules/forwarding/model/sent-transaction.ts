import { type NetworkId, writtenHash } from '#catalog/networks.ts';
import { isoTime } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';

/** Names a transaction. */
export interface TransactionKey {
  readonly network: NetworkId;
  readonly transactionHash: Hex;
}

/** A transaction that was forwarded, or is being forwarded. */
export interface ForwardedTransaction extends TransactionKey {
  readonly forwardedAt: Date;
  readonly expiresAt: Date;
  /** Of the payments that it makes; none of an approval. */
  readonly paymentReferences: readonly Hex[];
}

/** A transaction that was sent for a link and has not ended, as the wire shows it. */
export interface SentTransactionShown {
  /** As its network writes it. */
  readonly txid: string;
  readonly sentAt: string;
  /** No block may hold it from then on. */
  readonly expiresAt: string;
  /** Of the payments that it makes; empty of an approval. */
  readonly paymentReferences: string[];
}

/** Shows transactions that were sent for a link and have not ended. */
export function sentTransactionsShown(
  sent: readonly ForwardedTransaction[],
): SentTransactionShown[] {
  return sent.map(({ network, transactionHash, forwardedAt, expiresAt, paymentReferences }) => ({
    txid: writtenHash(network, transactionHash),
    sentAt: isoTime(forwardedAt),
    expiresAt: isoTime(expiresAt),
    paymentReferences: [...paymentReferences],
  }));
}

/** About a block of the networks on which transactions are forwarded. */
export const SENT_RETRY_SECONDS = 3;

/** 409: another transaction makes the same payment and may still be executed. */
export function paymentAlreadySent(sent: readonly ForwardedTransaction[]): Refusal {
  return new Refusal('payment_already_sent', 409, {
    message:
      'Another transaction that makes this payment was sent and may still be executed: nothing was forwarded',
    body: { sentTransactions: sentTransactionsShown(sent) },
    retryAfterSeconds: SENT_RETRY_SECONDS,
  });
}
