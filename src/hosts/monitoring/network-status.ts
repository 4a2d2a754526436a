import type { NodeState } from '#chains/chain.ts';

/** A node, as the reporting process has observed it. */
export interface NodeStatus {
  readonly name: string;
  readonly state: NodeState['state'];
  readonly head: number | null;
  /** How long ago it reported that; null while it has not. */
  readonly headAgeSeconds: number | null;
  readonly latencyMs: number | null;
  readonly errors: number;
  readonly lastError: string | null;
}

/** What the background reconciliation found of a network. */
export interface ReconciliationStatus {
  /** The newest block that was compared. */
  readonly comparedTo: number;
  /** How long ago blocks were last compared; null while none were. */
  readonly ageSeconds: number | null;
  /** Differences that two comparisons found. */
  readonly differences: number;
  /** Those among them that are payments which only the chain holds. */
  readonly missing: number;
  /** The blocks that the differences are in; null for those that no block leads to. */
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * Whether a node is away: it is left alone after failures, or failed and never answered this process. One
 * failure of a node that answered before does not count.
 */
export function isAway(state: NodeState['state'], hasAnswered: boolean): boolean {
  return state === 'suspended' || (state === 'failing' && !hasAnswered);
}

/**
 * How many of these nodes answer correctly; those of one domain count once. One that never reported a head
 * does not while another did, because all are queried for theirs; before any did the number is unknown.
 */
export function countAnswering(nodes: readonly NodeState[]): number {
  const wereAsked = nodes.some(({ headNumber }) => headNumber !== undefined);
  const answering = nodes.filter(({ state, headNumber }) => {
    const hasAnswered = headNumber !== undefined;
    if (state === 'wrong_chain' || isAway(state, hasAnswered)) return false;
    return hasAnswered || !wereAsked;
  });
  return new Set(answering.map(({ owner }) => owner)).size;
}

/** A network that is followed, or whose nodes are known. */
export interface NetworkStatus {
  readonly network: string;
  /** Whether nodes of it are configured here; a network without any is not followed from here, which is no fault. */
  readonly hasNodes: boolean;
  /** The newest scanned block; null where none was yet. */
  readonly cursor: number | null;
  /** The newest block that the node knew when that was, or that a node reported since. */
  readonly head: number | null;
  /** Null where nothing was scanned yet, and of a network without nodes. */
  readonly lagBlocks: number | null;
  /** Since when the cursor has not moved. */
  readonly cursorAgeSeconds: number | null;
  readonly finalized: number | null;
  /** How old the block is that the node calls final. */
  readonly finalizedAgeSeconds: number | null;
  /** The nodes' safe block; null where no setting needs it or they have none. */
  readonly safe: number | null;
  readonly safeAgeSeconds: number | null;
  readonly halted: { readonly at: string; readonly reason: string } | null;
  /** How many nodes must agree before a payment counts; null where the word of one is enough, and of a network without nodes. */
  readonly agreement: number | null;
  /** How many nodes answer, as far as this process knows; those of one domain count once. */
  readonly answering: number;
  /** Transfers that are not deep enough yet. */
  readonly seen: number;
  /** Those among them that wait for nodes to agree. */
  readonly awaitingAgreement: number;
  /** Those that wait although nodes were queried repeatedly. */
  readonly waitingLong: number;
  /** Payments by the word of one node that are not checked again yet. */
  readonly creditedAlone: number;
  /** Those of which nodes say different things. */
  readonly disputed: number;
  /** The nodes that contradict, by their names in the querying process. */
  readonly disputing: readonly string[];
  readonly suspicious: number;
  /** How far the stored payments were compared with the chain in the background; null where that never began. */
  readonly reconciliation: ReconciliationStatus | null;
  /** In the order of the settings. */
  readonly nodes: readonly NodeStatus[];
}

/** How much the webhooks have before them. */
export interface WebhookStatus {
  readonly eventsWaiting: number;
  readonly waiting: number;
  /** How late the one is that is due for longest; 0 when none is due. */
  readonly lateSeconds: number;
  readonly lost: number;
}
