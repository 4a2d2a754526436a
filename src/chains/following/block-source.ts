import type { Network } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type {
  AgreementQuery,
  BlockPoint,
  FollowFrom,
  NodeAgreement,
  ObservedTransfer,
} from '../chain.ts';

/** A block that a node calls final, or safe. */
export interface TaggedBlock {
  readonly number: bigint;
  /** When it was made, by its own word. */
  readonly at: Date;
}

/** The newest block, and what the same node returns about others in the same round of reads. */
export interface Head {
  readonly point: BlockPoint;
  /** The newest block that the node calls final, where it does so. */
  readonly finalized: TaggedBlock | undefined;
  /** The newest block that the node calls safe, where it was queried and has one. */
  readonly safe: TaggedBlock | undefined;
  /**
   * The hash of the block of the wanted number, by the head itself where that has this number or names it as its
   * parent; undefined when the node does not have it.
   */
  readonly beside: Hex | undefined;
}

/** What is read beside the head. */
export interface HeadQuery {
  readonly besideNumber?: bigint | undefined;
  /** Whether the blocks with tags are read at all; they are unless this is false. */
  readonly shouldReadTags?: boolean | undefined;
  readonly shouldReadSafe?: boolean | undefined;
}

/** A range of blocks to scan. */
export interface BlockRange {
  readonly from: bigint;
  readonly to: bigint;
  /** Numbers of other blocks whose hashes are read too, ascending. */
  readonly beside: readonly bigint[];
}

/** The ranges to scan, one right after the other, and the block before them. */
export interface ScanQuery {
  readonly ranges: readonly BlockRange[];
  /** The block before the first, where it is known. */
  readonly behind: BlockPoint | undefined;
  /** The newest block, where it was just read. */
  readonly head: BlockPoint | undefined;
  readonly isOurs: FollowFrom['isOurs'];
  /** Whether contracts that only spoof a proxy are searched too. */
  readonly shouldQueryAllContracts?: boolean;
  /** Names of events that are known already and not reported again. */
  readonly reportedEvents?: ReadonlyMap<string, unknown>;
}

/** Events of a proxy's form by contracts that are no proxies. */
export interface SpoofedEvents {
  /** Those that name references of ours; nothing of them is credited. */
  readonly transfers: readonly ObservedTransfer[];
  /** How many more there were than are read. */
  readonly unread: number;
}

/**
 * How many events of unknown contracts are read of a chunk. Anybody can write any number of them for
 * little, and nothing depends on them; a payer's mistake is one or two.
 */
export const SPOOFED_EVENTS_READ_MAX = 1_000;

/** What was not read. */
export const NO_SPOOFED_EVENTS: SpoofedEvents = { transfers: [], unread: 0 };

/** The contents of a chunk of a range, which ends with a complete block; the next begins right after it. */
export interface ScannedChunk {
  readonly transfers: readonly ObservedTransfer[];
  /** The additional blocks of the range, as far as they are in this chunk, oldest first. */
  readonly points: readonly BlockPoint[];
  /** The first block of the whole range. */
  readonly from: bigint;
  readonly to: BlockPoint;
  /** Spoofed events about our references in the range, with its last chunk; they credit nothing. */
  readonly spoofedEvents: SpoofedEvents;
  /** The names of events in the range that were known already, with its last chunk. */
  readonly again: readonly string[];
  /** How many payments there are from the first block of the range on, also of others. */
  readonly logs: number;
}

/** The name of an event for good: two forks of a block have different ones. */
export function eventName(blockHash: string, logIndex: number): string {
  return `${blockHash} ${logIndex}`;
}

/** Blocks were replaced, or reported differently, while they were read; they are read again. */
export class ChainMoved extends Outage {}

/** A node refused a window of several blocks; a smaller one may pass. */
export class WindowRefused extends Outage {
  readonly asked: bigint;

  constructor(asked: bigint, message: string) {
    super(`${asked} blocks at once: ${message}`);
    this.asked = asked;
  }
}

/**
 * Where the blocks of one network are read, through some choice of its nodes: what following and scanning
 * need of a family. All reads throw `Outage` when no node answers.
 */
export interface BlockSource {
  readonly network: Network;
  /** How time passes for reads. */
  readonly runtime: { elapsedMs(): number; sleep(ms: number): Promise<unknown> };
  /** Throws `Refusal` when all nodes serve other chains. */
  checkChainIds(): Promise<void>;
  /** The head, the blocks with tags and the block of one number, all of one node. */
  readHead(query: HeadQuery): Promise<Head>;
  /**
   * The hashes that one node has for these block numbers; those it does not have are missing. Throws
   * `ChainMoved` where blocks that follow each other are not linked.
   */
  readPoints(wanted: readonly Pick<BlockPoint, 'number'>[]): Promise<ReadonlyMap<bigint, Hex>>;
  /**
   * Scans ranges of blocks and reports each in order, in several chunks where it has many payments. Each
   * block is linked to the one before: a reorg in between shows as `ChainMoved`, and never as a payment that
   * was not scanned. Throws `WindowRefused` in the turn of a range that is too large for a node.
   */
  scanAhead(query: ScanQuery): AsyncGenerator<ScannedChunk, void, void>;
  /** Queries every node about a fact; see `Chain.checkAgreement`. */
  checkAgreement(query: AgreementQuery): Promise<NodeAgreement>;
  /** The same nodes; the one that answered last is used again while it keeps up. */
  steady(): BlockSource;
  /** The same nodes; the one that has answered last by now is queried last. */
  another(): BlockSource;
  /** Each of the other healthy nodes alone. */
  others(): readonly BlockSource[];
  /** For a while other nodes are preferred to the one that answered last. */
  markSuspect(): void;
}
