import type { PaymentKind } from '#catalog/payment-kind.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';

/** Where in a chain something stands. */
export interface BlockPoint {
  readonly number: bigint;
  readonly hash: Hex;
}

/** Fields of conversion events only. */
export interface ObservedConversion {
  /** The hash of the currency that the invoice's units are in, as the payer named it. */
  readonly currencyAddress: string;
  /** The oldest rate that the payer let the contract use; 0 let it use any. */
  readonly maxRateAgeSeconds: number;
}

/** The deposit on another network that paid, as the relayer that filled it says. */
export interface ObservedBridge {
  readonly originChainId: number;
  readonly depositId: bigint;
  readonly depositor: string;
  /** The hash of all that a fill repeats of its deposit: who found a deposit of the same hash found this one. */
  readonly termsHash: Hex;
}

/**
 * One payment seen on a chain: a proxy's event joined to the token's own Transfer. Of a conversion
 * claimed, credited and fee units are the invoice's, with eight decimals. A contract that only spoofs
 * a proxy may be reported too, as a `token` or `native` payment that credits nothing and names no payer.
 */
export interface ObservedTransfer {
  readonly kind: PaymentKind;
  readonly block: BlockPoint;
  readonly blockTime: Date;
  readonly transactionHash: Hex;
  /** Position of the proxy's event in its block; with the block's hash it names the event for good. */
  readonly logIndex: number;
  readonly proxyAddress: string;
  /** Undefined for the native coin. */
  readonly tokenAddress: string | undefined;
  readonly payeeAddress: string;
  /** Whose tokens moved; of native coins, who sent the transaction, or the account that it calls where that reports an execution; of a bridge, the depositor. */
  readonly payerAddress: string;
  /** Who sent the transaction, and need not own what moved; absent of what only claims to be a payment. */
  readonly senderAddress?: string | undefined;
  /** Who moved all that the payer spent of the token to it in the same transaction, where one did; it may be a contract. */
  readonly pulledFrom?: string | undefined;
  /** Of payments that a bridge made; absent for others. */
  readonly bridge?: ObservedBridge | undefined;
  /** What the chain records in place of the payment reference; see `Chain.referenceKey`. In lower case. */
  readonly referenceKey: Hex;
  /** What the proxy's event claims was paid. */
  readonly claimedUnits: bigint;
  /** What reached the payee by the token's Transfer log; this amount counts. */
  readonly creditedUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  /** What reached the payee, in units of what moved. */
  readonly tokenUnits: bigint;
  /** The fee in units of what moved. */
  readonly tokenFeeUnits: bigint;
  /**
   * By how much the whole transaction changed the payee's balance of what moved, in its units: received
   * less sent, below zero where more was sent. Zero for coins whose payee paid them itself.
   */
  readonly payeeNetUnits: bigint;
  /**
   * What all payments of the transaction credit to this payee of it, fees that it receives included. A payment
   * is a self-payment where the net is less.
   */
  readonly payeeCreditedUnits: bigint;
  /** Undefined for other kinds. */
  readonly conversion: ObservedConversion | undefined;
}

/** Where the event of a payment is. */
export interface EventPosition {
  readonly block: BlockPoint;
  readonly transactionHash: Hex;
  /** Position in its block. */
  readonly logIndex: number;
}

/** What can happen to a chain while it is followed, in the order in which it happened. */
export type ChainUpdate =
  /** Blocks were added. Everything up to and including `to` has been scanned. */
  | {
      readonly type: 'blocks';
      readonly transfers: readonly ObservedTransfer[];
      /** The newest of the added blocks, and as many before it as are needed to notice a reorg. */
      readonly points: readonly BlockPoint[];
      readonly to: BlockPoint;
      /** The newest block of the node, which may be ahead of `to`; the difference is the backlog. */
      readonly headNumber: bigint;
      /** The newest block that the node calls final, where it does so. */
      readonly finalizedNumber: bigint | undefined;
      /** The timestamp of that block: a node may still return an old block as the newest. */
      readonly finalizedAt: Date | undefined;
      /** The newest block that the node calls safe, where it was queried and has one. */
      readonly safeNumber?: bigint | undefined;
      /** When that block was made, by its own word. */
      readonly safeAt?: Date | undefined;
      /** Payments reported before that no node has any more, although their blocks are still canonical. */
      readonly missing?: readonly EventPosition[];
    }
  /** Blocks that were reported before are no longer part of the chain. */
  | {
      readonly type: 'reorg';
      /** The newest reported block that is still canonical; undefined when none of the remembered ones is. */
      readonly ancestor: BlockPoint | undefined;
    };

/** Where to continue following: the blocks that were reported before, oldest first; empty at first. */
export interface FollowFrom {
  readonly known: readonly BlockPoint[];
  /** The first block to scan without a stored position; undefined starts at the head. */
  readonly startBlock: bigint | undefined;
  /**
   * Which of these reference keys belong to our requests. The contracts carry everybody's
   * payments of all integrators; only those returned here are read in full and reported. Without it all are. What it
   * throws ends the following.
   */
  readonly isOurs?: (referenceKeys: readonly Hex[]) => Promise<ReadonlySet<Hex>>;
  /** The last final block, as `blocks` reported it; nothing below it may be replaced. */
  readonly finalizedNumber?: bigint | undefined;
  /** Whether the nodes are queried for their safe block; without it that is never reported. */
  readonly shouldReadSafe?: boolean;
  /**
   * What was reported about the newest remembered blocks and still counts. With it those blocks are read again, so
   * that unreported payments are reported, and those that are not found any more are reported missing.
   */
  readonly reported?: readonly EventPosition[];
  /** The last safe block, as `blocks` reported it; no older one is reported while it is canonical. */
  readonly safeNumber?: bigint | undefined;
  /**
   * Whether the chain may replace any block and even start again, as a development node does
   * when it is reset. Without it that ends the following with `DeepReorg`.
   */
  readonly mayStartOver?: boolean;
}

/** Blocks to scan once, from the first to the last, both included. */
export interface ScanRange extends Pick<FollowFrom, 'isOurs'> {
  readonly from: bigint;
  readonly to: bigint;
  /**
   * Whether contracts that only spoof a proxy are reported too, as far as the nodes report all
   * contracts at once. Their events are never credited.
   */
  readonly shouldQueryAllContracts?: boolean;
}

/** The contents of a chunk of a range; the next chunk begins right after `to`. */
export interface ScannedBlocks {
  readonly transfers: readonly ObservedTransfer[];
  readonly to: BlockPoint;
  /** Why not all spoofed events are reported that were requested: the nodes refuse, or there are too many. */
  readonly spoofedEventsMissed?: 'refused' | 'flood';
}

/**
 * A chain replaced blocks that were final, or more than are remembered. Only a person can decide
 * which blocks are right: nothing may be undone, and following must not be retried.
 */
export class DeepReorg extends Outage {}
