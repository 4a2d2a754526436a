import type { BlockPoint, EventPosition, FollowFrom, ObservedTransfer } from '#chains/chain.ts';

/** What reading known blocks again shows. */
interface Reread {
  /** Payments that were not reported before. */
  readonly transfers: readonly ObservedTransfer[];
  /** Reported payments that no node has any more, though their blocks stand. */
  readonly missing: readonly EventPosition[];
}

/** What one node reports about a block, and whether any node has the event of a reported payment. */
interface RereadParts {
  transfersOf(block: BlockPoint): readonly ObservedTransfer[];
  isHeld(position: EventPosition): boolean;
}

/** Reads the known blocks again, of which a follower reported these payments. */
export function rereadKnown(
  { known, reported }: Required<Pick<FollowFrom, 'known' | 'reported'>>,
  { transfersOf, isHeld }: RereadParts,
): Reread {
  const reportedNames = new Set(reported.map(nameOf));
  const found = known.flatMap(transfersOf);
  const names = new Set(found.map(nameOf));
  const knownHashes = new Set(known.map(({ hash }) => hash));
  return {
    transfers: found.filter((one) => !reportedNames.has(nameOf(one))),
    missing: reported.filter(
      (position) =>
        knownHashes.has(position.block.hash) && !names.has(nameOf(position)) && !isHeld(position),
    ),
  };
}

function nameOf({ block, logIndex }: EventPosition): string {
  return `${block.hash} ${logIndex}`;
}
