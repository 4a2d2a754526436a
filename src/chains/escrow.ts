import type { Currency } from '#catalog/currencies.ts';
import type { EscrowCollection } from '#catalog/escrows.ts';
import type { Hex } from '#kit/hex.ts';
import type { BlockPoint } from './observed.ts';
import type { ContentToSign } from './signed-payments.ts';
import type { Call } from './signing.ts';

export type { EscrowCollection } from '#catalog/escrows.ts';

/** What a payer agrees to. All of it is in the hash that names the payment on the chain, and nothing else decides who gets the tokens. */
export interface EscrowTerms {
  /** Who alone authorises, captures, voids and refunds. */
  readonly operatorAddress: string;
  readonly payerAddress: string;
  /** Who is paid what is captured, less the fee. */
  readonly receiverAddress: string;
  readonly currency: Currency;
  /** The most that can be authorised. */
  readonly maxUnits: bigint;
  /** When it can no longer be authorised, captured or refunded; each not before the one before. In whole seconds. */
  readonly preApprovalExpiresAt: Date;
  readonly authorizationExpiresAt: Date;
  readonly refundExpiresAt: Date;
  /** What each capture gives to the receiver of the fee, of 10,000: never more and never less. */
  readonly feeBps: number;
  /** Undefined where the share is 0. */
  readonly feeAddress: string | undefined;
  /** Eight bytes that make the hash unique. */
  readonly paymentReference: Hex;
}

/** What is authorised, and how it is collected. */
export interface EscrowAuthorization {
  readonly collection: EscrowCollection;
  readonly units: bigint;
  /** Of the payer; empty for `pre_approval`. */
  readonly signature?: Hex | undefined;
}

/** A payment as the newest block has it. */
export interface EscrowState {
  readonly isCollected: boolean;
  readonly capturableUnits: bigint;
  readonly refundableUnits: bigint;
}

/** What can happen to a payment; `charged` is authorised and captured at once. */
export type EscrowEventType =
  | 'authorized'
  | 'charged'
  | 'captured'
  | 'voided'
  | 'reclaimed'
  | 'refunded';

/** An event of the escrow about a payment of ours. */
export interface EscrowEvent {
  readonly type: EscrowEventType;
  readonly paymentHash: Hex;
  readonly units: bigint;
  /** Whether the token's own logs of the transaction show that so much reached whom the terms name. Without it the event counts for nothing. */
  readonly isMoved: boolean;
  readonly block: BlockPoint;
  readonly blockTime: Date;
  readonly transactionHash: Hex;
  /** Position in its block. */
  readonly logIndex: number;
}

/** An authorisation that bears a reference of ours and is none of ours: by whom or for whom, only who made it knows. */
export interface ForeignAuthorization {
  readonly referenceKey: Hex;
  /** `wrapper`: made through the published wrapper, in which anybody may name the receiver. */
  readonly by: 'escrow' | 'wrapper';
  readonly paymentHash: Hex;
  readonly block: BlockPoint;
  readonly transactionHash: Hex;
  readonly logIndex: number;
}

/** What a read of blocks looks for. */
export interface EscrowQuery {
  readonly from: bigint;
  /** Blocks of events that were read before; those that the chain has replaced are reported. */
  readonly known: readonly BlockPoint[];
  /**
   * The terms of those payments that are ours, by their hashes, and which reference keys are ours. Called at most once, and only where
   * there are events of anybody.
   */
  readonly findOurs: (named: EscrowNames) => Promise<OurEscrowPayments>;
}

/** What events name. */
export interface EscrowNames {
  readonly paymentHashes: readonly Hex[];
  readonly referenceKeys: readonly Hex[];
}

/** Those that this installation knows, with what their payers agreed to. */
export interface OurEscrowPayments {
  readonly terms: ReadonlyMap<Hex, EscrowTerms>;
  readonly referenceKeys: ReadonlySet<Hex>;
}

/** What a range of blocks has. */
export interface EscrowBlocks {
  /** In the order of the chain. */
  readonly events: readonly EscrowEvent[];
  readonly foreign: readonly ForeignAuthorization[];
  /** Those of the known blocks that are no part of the chain any more. */
  readonly replaced: readonly BlockPoint[];
  /** Everything up to and including this block was read; below `from` where there is no new block. */
  readonly upTo: bigint;
  readonly headNumber: bigint;
  /** The newest block that nothing replaces. */
  readonly finalNumber: bigint;
}

/** Why the escrow refuses a call; `other` for all that the chain does not say. */
export type EscrowRefusal =
  | 'wrong_sender'
  | 'not_approved'
  | 'approval_expired'
  | 'authorization_expired'
  | 'refund_expired'
  | 'collected_before'
  | 'too_much'
  | 'nothing_left'
  | 'other';

/** Whether the contracts of a network are those that the terms are made for. */
export interface EscrowSetup {
  readonly isDeployed: boolean;
  /** Whether each collector works for this escrow and for nothing else. */
  readonly areCollectorsRight: boolean;
}

/**
 * Tokens that are held between a payer's agreement and what its operator takes. Calls go to the escrow itself, which checks every word of what
 * the payer agreed to; the published wrapper around it checks less and is never called. All but the reads is pure. Reads throw `Outage`.
 */
export interface EscrowReads {
  /** What calls of operators go to. */
  readonly address: string;
  /** Amounts are below 2 to the 120th. */
  readonly maxUnits: bigint;
  /** Names the payment. */
  paymentHash(terms: EscrowTerms): Hex;
  /** What the events carry in place of the payment reference. In lower case. */
  referenceKey(paymentReference: Hex): Hex;
  /** Whether payers sign for this token in this way. */
  takes(collection: EscrowCollection, currency: Currency): boolean;
  /** What the payer sends before it is authorised: nothing where a signature does all. */
  payerCalls(terms: EscrowTerms, authorization: EscrowAuthorization): readonly Call[];
  /** What the payer signs; undefined for `pre_approval`. */
  payerContent(terms: EscrowTerms, collection: EscrowCollection): ContentToSign | undefined;
  authorizeCall(terms: EscrowTerms, authorization: EscrowAuthorization): Call;
  captureCall(terms: EscrowTerms, units: bigint): Call;
  voidCall(terms: EscrowTerms): Call;
  /** Gives back what was captured; the operator allows it to the collector of refunds first. */
  refundCalls(terms: EscrowTerms, units: bigint): readonly Call[];
  /** What the payer sends itself after the authorisation has expired. */
  reclaimCall(terms: EscrowTerms): Call;
  /** What a contract meant that refused a call, by its reason as the sender read it. */
  readRefusal(reason: string): EscrowRefusal;
  /** One round trip; cached once it is right. */
  readSetup(): Promise<EscrowSetup>;
  /** The newest block that nothing replaces: what is made now happens after it. One round trip. */
  readFinalNumber(): Promise<bigint>;
  /** In the order of the query; one round trip. */
  readStates(paymentHashes: readonly Hex[]): Promise<readonly EscrowState[]>;
  /**
   * The events of a range of blocks that ends at the head or where it gets too long. As many requests however many payments are
   * looked for; receipts are read of ours alone. Throws `Outage` also where blocks are replaced during the read.
   */
  readBlocks(query: EscrowQuery): Promise<EscrowBlocks>;
}
