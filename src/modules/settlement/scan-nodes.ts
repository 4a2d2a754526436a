import type { Chain, ObservedTransfer, ScanRange, SingleNode } from '#chains/chain.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';

/** What one node tells of a stretch of blocks. */
interface NodeTelling {
  readonly name: string;
  /** The block that ends the stretch. */
  readonly blockHash: Hex;
  readonly transfers: readonly ObservedTransfer[];
}

/** A stretch of blocks, by every node that tells of it. */
export interface ScannedByNodes {
  readonly to: bigint;
  readonly tellings: readonly [NodeTelling, ...NodeTelling[]];
  /** Nodes that did not tell of it, or of something before it; they are not asked any more. */
  readonly silentNodes: readonly string[];
}

/** Fewer nodes than needed answered for a block; the one that was read first is none of those that did not. */
class TooFewNodes extends Outage {}

/**
 * Reads a range of blocks from every node of a network by itself, stretch by stretch, as the first that
 * answers makes them. Throws `Outage` when fewer than `needed` of them tell of a stretch.
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
        const stretch = { ...range, from, to: to.number };
        const told = await tellingsOf(others, stretch, silent);
        if (told.length + 1 < needed) throw tooFew(chain, needed, silent);
        const own = { name: first.name, blockHash: to.hash, transfers };
        yield { to: to.number, tellings: [own, ...told], silentNodes: [...silent] };
        from = to.number + 1n;
      }
    } catch (error) {
      const isOfFirst = error instanceof Outage && !(error instanceof TooFewNodes);
      if (!isOfFirst || others.length === 0) throw error;
      silent.add(first.name);
    }
  }
}

/** What the other nodes tell of a stretch; those that do not are noted, and not asked again. */
async function tellingsOf(
  nodes: readonly SingleNode[],
  range: ScanRange,
  silent: Set<string>,
): Promise<readonly NodeTelling[]> {
  const asked = nodes.filter(({ name }) => !silent.has(name));
  const told = await Promise.all(asked.map((node) => tellingOf(node, range)));
  return told.flatMap((telling, i) => {
    if (telling === undefined) silent.add(asked[i]?.name ?? '');
    return telling ?? [];
  });
}

/** What a node tells of a stretch, in however many parts; undefined where it does not. */
async function tellingOf(node: SingleNode, range: ScanRange): Promise<NodeTelling | undefined> {
  const transfers: ObservedTransfer[] = [];
  let blockHash: Hex | undefined;
  try {
    for await (const part of node.scan(range)) {
      transfers.push(...part.transfers);
      blockHash = part.to.hash;
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
