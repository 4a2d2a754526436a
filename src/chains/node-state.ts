import type { Hex } from '#kit/hex.ts';
import type { BlockPoint, ObservedTransfer } from './observed.ts';

/** The state of a network's node, as this process has observed it. */
export interface NodeState {
  /** Its position in the setting, and its domain: `1 (example.org)`. Never its URL, which often holds a key. */
  readonly name: string;
  /**
   * `failing` once it failed and not yet so often that it is left alone, which is `suspended`; one that
   * serves another chain is never queried again.
   */
  readonly state: 'healthy' | 'failing' | 'suspended' | 'wrong_chain';
  /** The newest block that it reported, and when it did. */
  readonly headNumber?: bigint;
  readonly headAt?: Date;
  /** How long it usually takes to answer, in milliseconds. */
  readonly latencyMs?: number;
  /** How often it failed since this process started. */
  readonly errors: number;
  /** What was last wrong with it, in words without its URL. */
  readonly lastError?: string;
  /** Who is taken to stand behind it; nodes of one owner count once where nodes must agree. */
  readonly owner: string;
}

/** A transaction and the block that it is in; and what it paid, where that is compared too. */
export interface AgreementQuery {
  readonly block: BlockPoint;
  readonly transactionHash: Hex;
  /** Compares the payments in a node's receipt; without it the transaction alone counts. */
  readonly isPaidBy?: (payments: readonly ObservedTransfer[]) => Promise<boolean>;
}

/** What the nodes of a network answer about a fact. */
export interface NodeAgreement {
  /** How many have it; those of one domain are one. */
  readonly agree: number;
  /** Those that contradict it: another block of that number, or the block without it; named as in `NodeState`. */
  readonly disagree: readonly string[];
  /** How many do not answer, do not have the block yet, or have pruned its receipts. */
  readonly silent: number;
  /** Those that contradict it although they have the same block. */
  readonly without?: readonly string[];
  /** Those that gave no answer at all, named as in `NodeState`; they are among the silent ones. */
  readonly unanswered?: readonly string[];
  /** Whether there are several and all but one gave no answer at all. */
  readonly isAlone?: boolean;
  /**
   * Whether those others have answered no query of any kind, for so long and so often that it
   * is no delay of single answers.
   */
  readonly areOthersAbsent?: boolean;
}
