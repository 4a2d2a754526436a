import type { Chain, ObservedTransfer, ScanRange, SingleNode } from '#chains/chain.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';

/** What one node reports about a range of blocks. */
interface NodeScan {
  readonly name: string;
  /** The block that ends the range. */
  readonly blockHash: Hex;
  readonly transfers: readonly ObservedTransfer[];
}

/** A range of blocks, by every node that reports it. */
export interface ScannedByNodes {
  readonly to: bigint;
  readonly scans: readonly [NodeScan, ...NodeScan[]];
  /** Nodes that did not report it, or something before it; they are not queried any more. */
  readonly silentNodes: readonly string[];
}

/** Fewer nodes than needed answered for a block; the one that was read first is none of those that did not. */
class TooFewNodes extends Outage {}

/**
 * Reads a range of blocks from every node of a network by itself, range by range, as the first that
 * answers makes them. Throws `Outage` when fewer than `needed` of them report a range.
 */
export async function* scanNodes(
  chain: Pick<Chain, 'network' | 'eachNode'>,
  range: ScanRange,
  needed: number,
): AsyncGenerator<ScannedByNodes, void, void> {
  const silent = new Set<string>();
  let { from } = range;
  while (from <= range.to) {
    const [first, ...others] = chain.eachNode().filter(({ name }) => !silent.has(name));
    if (first === undefined) throw tooFew(chain, needed, silent);
    try {
      for await (const { transfers, to } of first.scan({ ...range, from })) {
        const chunk = { ...range, from, to: to.number };
        const otherScans = await scanOthers(others, chunk, silent);
        if (otherScans.length + 1 < needed) throw tooFew(chain, needed, silent);
        const own = { name: first.name, blockHash: to.hash, transfers };
        yield { to: to.number, scans: [own, ...otherScans], silentNodes: [...silent] };
        from = to.number + 1n;
      }
    } catch (error) {
      const isOfFirst = error instanceof Outage && !(error instanceof TooFewNodes);
      if (!isOfFirst || others.length === 0) throw error;
      silent.add(first.name);
    }
  }
}

/** What the other nodes report about a range; those that do not are recorded, and not queried again. */
async function scanOthers(
  nodes: readonly SingleNode[],
  range: ScanRange,
  silent: Set<string>,
): Promise<readonly NodeScan[]> {
  const scanned = nodes.filter(({ name }) => !silent.has(name));
  const otherScans = await Promise.all(scanned.map((node) => scanOf(node, range)));
  return otherScans.flatMap((scan, i) => {
    if (scan === undefined) silent.add(scanned[i]?.name ?? '');
    return scan ?? [];
  });
}

/** What a node reports about a range, in any number of chunks; undefined where it does not answer. */
async function scanOf(node: SingleNode, range: ScanRange): Promise<NodeScan | undefined> {
  const transfers: ObservedTransfer[] = [];
  let blockHash: Hex | undefined;
  try {
    for await (const chunk of node.scan(range)) {
      transfers.push(...chunk.transfers);
      blockHash = chunk.to.hash;
    }
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    return undefined;
  }
  return blockHash && { name: node.name, blockHash, transfers };
}

function tooFew(
  { network, eachNode }: Pick<Chain, 'network' | 'eachNode'>,
  needed: number,
  silent: ReadonlySet<string>,
): TooFewNodes {
  const needs = `${needed} nodes of ${network.id} must answer for each block`;
  const left = eachNode().length - silent.size;
  return new TooFewNodes(
    `${needs}, and ${left} do; without an answer: ${[...silent].join(', ') || 'none'}`,
  );
}
