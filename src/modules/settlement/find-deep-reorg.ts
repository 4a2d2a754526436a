import type { BlockPoint, Chain, SingleNode } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { type ActiveTransfer, findLastTransferBlock, findTransfersAbove } from './store/above.ts';
import { findCursors, findPoints } from './store/blocks.ts';

/** More than a person reads before confirming; all are counted. */
const SHOWN_MAX = 1_000;

/** The chain of a network, as far as its nodes are compared. */
type ComparedChain = Pick<Chain, 'network' | 'eachNode'>;

/** What a halted network's chain has in place of what it had called final. */
export interface DeepReorg {
  /** Where the cursor stands. */
  readonly at: BlockPoint;
  /** The newest block that stands; everything above it is to be taken back. */
  readonly ancestor: BlockPoint;
  /** The block that is another one now, as this node has it. */
  readonly replacedBy: BlockPoint;
  /** Nodes that did not report these blocks. */
  readonly silentNodes: readonly string[];
  /** What the ledger has above the ancestor: the oldest of them, and how many there are. */
  readonly transfers: readonly ActiveTransfer[];
  readonly count: number;
}

/**
 * Compares the remembered blocks of a halted network with its nodes, and returns what would be undone
 * from a block on. That must be the first block that the chain replaced, by every node that answers
 * for it; where none of the remembered ones is canonical it may be an earlier one. Changes nothing.
 *
 * Refuses (404) a network that was never followed, (409) one that is not halted, whose remembered blocks
 * are all canonical or on which nodes differ, and (400) another block. Throws `Outage` where no node answers.
 */
export async function findDeepReorg(
  ctx: Context,
  chain: ComparedChain,
  from: bigint,
): Promise<DeepReorg> {
  const network = chain.network.id;
  const cursor = (await findCursors(ctx)).find((candidate) => candidate.network === network);
  if (cursor === undefined) {
    throw new Refusal('network_not_followed', 404, `${network} was never followed here`);
  }
  const { block: at, halt } = cursor;
  if (halt === undefined) throw new Refusal('not_halted', 409, `${network} is not halted`);
  const known = (await findPoints(ctx, network)).filter(({ number }) => number < at.number);
  const nodes = chain.eachNode().map(readerOf);
  const fork = await findFork(ctx, { known: [...known, at], nodes, from, network });
  const silentNodes = await findSilentNodes(nodes, fork);
  const found = await findTransfersAbove(ctx, network, {
    above: fork.ancestor.number,
    limit: SHOWN_MAX,
  });
  return { at, ...fork, silentNodes, ...found };
}

interface Reader {
  readonly name: string;
  /** The hash of a block; undefined where the node does not answer or does not have it. */
  hashAt(number: bigint): Promise<Hex | undefined>;
}

function readerOf({ name, scan }: SingleNode): Reader {
  const hashAt = async (number: bigint) => {
    try {
      const { value } = await scan({ from: number, to: number, isOurs: nobody }).next();
      return value?.to.hash;
    } catch (error) {
      if (error instanceof Outage) return undefined;
      throw error;
    }
  };
  return { name, hashAt };
}

const nobody = async () => new Set<Hex>();

interface Fork {
  readonly ancestor: BlockPoint;
  readonly replacedBy: BlockPoint;
}

interface Comparing {
  /** Oldest first. */
  readonly known: readonly BlockPoint[];
  readonly nodes: readonly Reader[];
  readonly from: bigint;
  readonly network: string;
}

/** Where the chain of the first node that answers differs from the remembered blocks. */
async function findFork(ctx: Context, comparing: Comparing): Promise<Fork> {
  const { known, nodes, from, network } = comparing;
  const node = await firstAnswering(comparing);
  const isOnChain = await countActive(known, node);
  const replaced = known[isOnChain];
  if (replaced === undefined) {
    const message = `${network} has every block that is remembered; florin resume lets it continue`;
    throw new Refusal('nothing_replaced', 409, message);
  }
  const replacedBy = await blockOf(node, replaced.number);
  const ancestor = known[isOnChain - 1];
  if (ancestor === undefined) {
    const below = await findOlderAncestor(ctx, { ...comparing, nodes: [node] }, replaced);
    return { ancestor: below, replacedBy };
  }
  if (from !== replaced.number) {
    const names = `${nodes.length > 1 ? `${node.name} reports` : 'the node reports'}`;
    const message = `The first block that ${network} replaced is ${replaced.number}, ${names}: inspect that one, and name it`;
    throw new Refusal('not_the_replaced_block', 400, message);
  }
  return { ancestor, replacedBy };
}

async function firstAnswering({ known, nodes, network }: Comparing): Promise<Reader> {
  const oldest = known[0]?.number ?? 0n;
  for (const node of nodes) if ((await node.hashAt(oldest)) !== undefined) return node;
  throw new Outage(`no node of ${network} returned block ${oldest}, the oldest that is remembered`);
}

/** How many of the remembered blocks are canonical: those are below all that are not. */
async function countActive(known: readonly BlockPoint[], node: Reader): Promise<number> {
  let [hasBlocks, gone] = [0, known.length];
  while (hasBlocks < gone) {
    const middle = Math.floor((hasBlocks + gone) / 2);
    const point = known[middle];
    if (point !== undefined && (await node.hashAt(point.number)) === point.hash)
      hasBlocks = middle + 1;
    else gone = middle;
  }
  return hasBlocks;
}

async function blockOf(node: Reader, number: bigint): Promise<BlockPoint> {
  const hash = await node.hashAt(number);
  if (hash !== undefined) return { number, hash };
  throw new Outage(`${node.name} does not return block ${number}; run this again when it does`);
}

/**
 * The block before the given one, where none of the remembered ones is canonical. Nothing is stored of it
 * but our payments: the newest one up to there must still be in its block.
 */
async function findOlderAncestor(
  ctx: Context,
  { nodes: [node], from, network }: Comparing,
  oldest: BlockPoint,
): Promise<BlockPoint> {
  if (node === undefined || from < 1n || from > oldest.number) {
    const message = `None of the blocks that are remembered stands: name block ${oldest.number} or, if an earlier one was replaced too, that one`;
    throw new Refusal('not_the_replaced_block', 400, message);
  }
  const last = await findLastTransferBlock(ctx, network, from - 1n);
  if (last !== undefined && (await blockOf(node, last.number)).hash !== last.hash) {
    const message = `Block ${last.number}, which has a payment, was replaced too: name that or an earlier one`;
    throw new Refusal('not_the_replaced_block', 400, message);
  }
  return await blockOf(node, from - 1n);
}

/** Refuses (409) where any node has another block than the first one; returns which did not answer. */
async function findSilentNodes(
  nodes: readonly Reader[],
  { ancestor, replacedBy }: Fork,
): Promise<readonly string[]> {
  const silent: string[] = [];
  for (const node of nodes) {
    for (const { number, hash } of [ancestor, replacedBy]) {
      const nodeHash = await node.hashAt(number);
      if (nodeHash === undefined && !silent.includes(node.name)) silent.push(node.name);
      if (nodeHash === undefined || nodeHash === hash) continue;
      const message = `Node ${node.name} has another block ${number}: find out first which node is wrong`;
      throw new Refusal('nodes_disagree', 409, message);
    }
  }
  return silent;
}
