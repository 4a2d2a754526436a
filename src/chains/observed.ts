import type { PaymentKind } from '#catalog/payment-kind.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';

/** Where in a chain something stands. */
export interface BlockPoint {
  readonly number: bigint;
  readonly hash: Hex;
}

/** What only the event of a conversion tells. */
export interface ObservedConversion {
  /** The hash of the currency that the invoice's units are in, as the payer named it. */
  readonly currencyAddress: string;
  /** The oldest rate that the payer let the contract use; 0 let it use any. */
  readonly maxRateAgeSeconds: number;
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
  /** Whose tokens moved; of native coins, who sent the transaction. */
  readonly payerAddress: string;
  /** What the chain records in place of the payment reference; see `Chain.referenceKey`. In lower case. */
  readonly referenceKey: Hex;
  /** What the proxy's event claims was paid. */
  readonly claimedUnits: bigint;
  /** What the token's Transfer log says reached the payee; this is what counts. */
  readonly creditedUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  /** What reached the payee, in units of what moved. */
  readonly tokenUnits: bigint;
  /** The fee in units of what moved. */
  readonly tokenFeeUnits: bigint;
  /**
   * By how much the whole transaction changed what the payee holds of what moved, in its units: received
   * less sent, below zero where more was sent. Zero for coins whose payee sent the transaction itself.
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
      /** The newest block the node knows, which may be ahead of `to`; it tells how far there is to go. */
      readonly headNumber: bigint;
      /** The newest block that the node calls final, where it does so. */
      readonly finalizedNumber: bigint | undefined;
      /** When that block was made, by its own word: a node may go on calling an old block the newest. */
      readonly finalizedAt: Date | undefined;
      /** The newest block that the node calls safe, where it was asked and does so. */
      readonly safeNumber?: bigint | undefined;
      /** When that block was made, by its own word. */
      readonly safeAt?: Date | undefined;
      /** Payments told before of which no node knows any more, although their blocks still stand. */
      readonly missing?: readonly EventPosition[];
    }
  /** Blocks that were reported before are no longer part of the chain. */
  | {
      readonly type: 'reorg';
      /** The newest reported block that still stands; undefined when none of the known ones does. */
      readonly ancestor: BlockPoint | undefined;
    };

/** Where to go on following: the blocks that were reported before, oldest first; empty at first. */
export interface FollowFrom {
  readonly known: readonly BlockPoint[];
  /** The first block to look at when nothing is known yet; undefined starts at the head. */
  readonly startBlock: bigint | undefined;
  /**
   * Which of these reference keys belong to requests of ours. The contracts carry everybody's
   * payments; only those returned here are read in full and reported. Without it all are. What it
   * throws ends the following.
   */
  readonly isOurs?: (referenceKeys: readonly Hex[]) => Promise<ReadonlySet<Hex>>;
  /** What was last called final, as `blocks` told it; nothing below it may be replaced. */
  readonly finalizedNumber?: bigint | undefined;
  /** Whether the nodes are asked what they call safe; without it that is never told. */
  readonly shouldReadSafe?: boolean;
  /**
   * What was reported about the newest known blocks and still counts. With it those blocks are read again, so
   * that what was not told is, and what is not found any more is told to be missing.
   */
  readonly reported?: readonly EventPosition[];
  /** What was last called safe, as `blocks` told it; less is not told as long as that stands. */
  readonly safeNumber?: bigint | undefined;
  /**
   * Whether the chain may replace whatever it likes and even begin anew, as a development node does
   * when it is reset. Without it that ends the following with `DeepReorg`.
   */
  readonly mayStartOver?: boolean;
}

/** Blocks to look at once, from the first to the last, both included. */
export interface ScanRange extends Pick<FollowFrom, 'isOurs'> {
  readonly from: bigint;
  readonly to: bigint;
  /**
   * Whether contracts that only spoof a proxy are reported too, as far as the nodes report all
   * contracts at once. Nothing that they tell is credited.
   */
  readonly shouldQueryAllContracts?: boolean;
}

/** What a part of a range holds; the next part begins right behind `to`. */
export interface ScannedBlocks {
  readonly transfers: readonly ObservedTransfer[];
  readonly to: BlockPoint;
  /** Why not all spoofed events are reported that were asked for: the nodes refuse, or there is a flood of them. */
  readonly spoofedEventsMissed?: 'refused' | 'flood';
}

/**
 * A chain replaced blocks that were final, or more than are remembered. What is true now nobody but a
 * person can tell: nothing may be taken back, and following must not simply be tried again.
 */
export class DeepReorg extends Outage {}
