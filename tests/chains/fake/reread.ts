import type { BlockPoint, EventPlace, FollowFrom, ObservedTransfer } from '#chains/chain.ts';

/** What reading known blocks again shows. */
interface Reread {
  /** Payments that were not reported before. */
  readonly transfers: readonly ObservedTransfer[];
  /** Reported payments that no node has any more, though their blocks stand. */
  readonly missing: readonly EventPlace[];
}

/** What one node tells of a block, and whether any node has the event of a reported payment. */
interface RereadParts {
  transfersOf(block: BlockPoint): readonly ObservedTransfer[];
  isHeld(place: EventPlace): boolean;
}

/** Reads the known blocks again, of which a follower reported these payments. */
export function rereadKnown(
  { known, told }: Required<Pick<FollowFrom, 'known' | 'told'>>,
  { transfersOf, isHeld }: RereadParts,
): Reread {
  const reported = new Set(told.map(nameOf));
  const found = known.flatMap(transfersOf);
  const names = new Set(found.map(nameOf));
  const standing = new Set(known.map(({ hash }) => hash));
  return {
    transfers: found.filter((one) => !reported.has(nameOf(one))),
    missing: told.filter(
      (place) => standing.has(place.block.hash) && !names.has(nameOf(place)) && !isHeld(place),
    ),
  };
}

function nameOf({ block, logIndex }: EventPlace): string {
  return `${block.hash} ${logIndex}`;
}
