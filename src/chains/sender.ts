import type { Hex } from '#kit/hex.ts';
import type { Call } from './signing.ts';

/** A call as it would be sent now. */
export interface PreparedCall {
  readonly call: Call;
  /** What the sender has, in the native coin's smallest unit. */
  readonly balanceUnits: bigint;
  /** What the transaction costs at most, in the same unit. */
  readonly costUnits: bigint;
  /** How many transactions the sender has sent, those in no block included. */
  readonly nextNonce: bigint;
  /** What the family signs beside the call, as the adapter reads it. */
  readonly limits: Readonly<Record<string, string>>;
}

/** A transaction signed with the key of this installation. */
export interface OwnTransaction {
  readonly transactionHash: Hex;
  /** What is broadcast. */
  readonly signed: Hex;
}

/** How many transactions of an address are in blocks. */
export interface UsedNonces {
  readonly newest: bigint;
  /** In the block so many blocks deep: what only a reorg of that depth undoes. */
  readonly deep: bigint;
}

/** Sends transactions with a key of this installation, which pays what the network takes for them. */
export interface TransactionSender {
  readonly address: string;
  /**
   * Simulates a call from the sender at the newest block and finds what it costs. `refused` names the contract's reason in
   * its own words: then the transaction would revert. Throws `Outage`.
   */
  prepare(call: Call): Promise<PreparedCall | { readonly refused: string }>;
  /**
   * The same call with fees that replace those of these limits, and that the network takes now; undefined where they are many times
   * those already, so that no waiting costs a fortune. Throws `Outage`.
   */
  raise(sent: Pick<PreparedCall, 'call' | 'limits'>): Promise<PreparedCall | undefined>;
  /**
   * How many transactions of an address, this one or of an earlier key, are in blocks: in the newest one and in one so many
   * blocks deep, as one node knows them. Throws `Outage`.
   */
  readNonces(address: string, depth: number): Promise<UsedNonces>;
  /** What it has of the native coin. Throws `Outage`. */
  readBalance(): Promise<bigint>;
  /** What a transaction that moves tokens through two contracts costs at most now. Throws `Outage`. */
  readTypicalCost(): Promise<bigint>;
  /** Signs a prepared call with this nonce. Without a node. */
  sign(prepared: PreparedCall, nonce: bigint): Promise<OwnTransaction>;
}
