import type { Hex } from '#kit/hex.ts';
import type { TransactionStep } from './signing.ts';

/** A transaction as a wallet of the family signed it and a payer's page sent it. Nothing of it is trusted. */
export interface SignedTransaction {
  /** What was signed, in hexadecimal digits without a prefix. It alone decides. */
  readonly raw_data_hex: string;
  readonly signature: readonly string[];
  /** What the page says that was signed; must say the same as far as it says anything. */
  readonly raw_data?: unknown;
  readonly txID?: string | undefined;
}

/** What a well-formed signed transaction says of itself. */
export interface SignedBy {
  readonly transactionHash: Hex;
  /** Whose key signed it, in normal form. */
  readonly wallet: string;
  /** No block may hold it from then on. */
  readonly expiresAt: Date;
}

/** A signed transaction that does exactly what was expected. */
export interface CheckedTransaction extends SignedBy {
  /** The index of the step that it executes. */
  readonly step: number;
  /** What is forwarded, as the adapter reads it. */
  readonly bytes: string;
}

/** What a node answered about a forwarded transaction. */
export interface BroadcastResult {
  /** Whether the node took it, now or before. */
  readonly isAccepted: boolean;
  /** Whether the same bytes may be sent again: the network may take them, or have them, whatever this node says. */
  readonly isTransient: boolean;
  /** The node's own, `SUCCESS` where it is accepted. */
  readonly code: string;
  readonly message: string;
}

/** A transaction that was forwarded before. */
export interface SentTransaction {
  readonly transactionHash: Hex;
  readonly expiresAt: Date;
}

/**
 * What became of a forwarded transaction: `open` while it may still be executed or its block undone; `succeeded`
 * and `failed` once its block is final; `absent` once a final block is well past its expiry and none holds it.
 */
export type SentOutcome = 'open' | 'succeeded' | 'failed' | 'absent';

/** Forwards what wallets of a family sign and do not send themselves. */
export interface TransactionRelay {
  /**
   * Reads who signed a transaction, after everything that can be checked without knowing what was expected: its form, its
   * id, its JSON form against its bytes, the signature of its owner. Refuses (400) and names what is wrong. Its
   * expiry is not looked at, as it may have been forwarded before. Without a node.
   */
  readSigned(signed: SignedTransaction): Promise<SignedBy>;
  /**
   * Compares a signed transaction with the steps that are due from its owner: it must be exactly one of them,
   * and expire later than now and not too far ahead. Refuses (400) as `readSigned` does, and names the field in which it differs from the step that it comes
   * closest to; all of it stands in `errors` too. Without a node.
   */
  checkSigned(
    signed: SignedTransaction,
    steps: readonly TransactionStep[],
    now: Date,
  ): Promise<CheckedTransaction>;
  /**
   * Sends the bytes of a checked transaction. An answer that the transaction is known already is resolved by looking it
   * up. Throws `Outage` when no node answers: then it may have arrived.
   */
  forward(checked: CheckedTransaction): Promise<BroadcastResult>;
  /** What became of transactions, in their order; one round trip, and none for an empty list. Throws `Outage`. */
  readOutcomes(sent: readonly SentTransaction[]): Promise<readonly SentOutcome[]>;
}
