import type { Sides } from './difference.ts';
import type { StoredMilestone, StoredTransfer } from './stored-payments.ts';

/** What has not counted yet. */
const NOT_CONFIRMED: ReadonlySet<string> = new Set(['seen', 'held', 'refused']);

/** A milestone in words. */
export function printMilestone(milestone: StoredMilestone | null): string {
  return milestone === null
    ? 'none'
    : `block ${milestone.blockNumber} at ${milestone.at.toISOString()}`;
}

/**
 * Where the milestones of a transfer contradict its block and its status. A missing milestone is no difference:
 * transfers of an earlier release have none; and as a reorg above a transfer moves the scanned head
 * back, it may become final at a lower block than it was confirmed at.
 */
export function compareMilestones(transfer: StoredTransfer): readonly Sides[] {
  const { status, blockNumber, confirmed, finalized } = transfer;
  const milestones = [
    { name: 'confirmed', milestone: confirmed, tooEarly: NOT_CONFIRMED.has(status) },
    {
      name: 'final',
      milestone: finalized,
      tooEarly: NOT_CONFIRMED.has(status) || status === 'confirmed',
    },
  ];
  return milestones.flatMap(({ name, milestone, tooEarly }): readonly Sides[] => {
    if (milestone === null) return [];
    const found = `${name} with ${printMilestone(milestone)}`;
    if (tooEarly) return [[`not ${name}, as it is ${status}`, found]];
    const isBelow = milestone.blockNumber < blockNumber;
    return isBelow ? [[`${name} not below its own block ${blockNumber}`, found]] : [];
  });
}
