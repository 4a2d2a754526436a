import type { Machine } from '#kit/machine.ts';

/** Where a bundle may stand, as its table allows. */
export const MULTICALL_STATUSES = ['pending', 'expired', 'completed', 'partially_settled'] as const;

/** Where a bundle stands. */
export type MulticallStatus = (typeof MULTICALL_STATUSES)[number];

/** What the children of a bundle and its deadline say together. */
export type MulticallEvent = 'all_paid' | 'still_open' | 'ended_in_part' | 'ended_unpaid';

/**
 * Every legal move of a bundle. Money that comes late still settles its child, so what has ended can
 * be completed; what a reorg undoes leads back to where the children then stand.
 */
export const multicallMachine: Machine<MulticallStatus, MulticallEvent> = {
  pending: { all_paid: 'completed', ended_in_part: 'partially_settled', ended_unpaid: 'expired' },
  expired: { all_paid: 'completed', ended_in_part: 'partially_settled' },
  completed: {
    still_open: 'pending',
    ended_in_part: 'partially_settled',
    ended_unpaid: 'expired',
  },
  partially_settled: { all_paid: 'completed', still_open: 'pending', ended_unpaid: 'expired' },
};

/** Whether a text from the database is a status of a bundle. */
export function isMulticallStatus(text: string): text is MulticallStatus {
  return MULTICALL_STATUSES.some((status) => status === text);
}

/** How the children of a bundle stand, counted. */
export interface ChildCounts {
  readonly children: number;
  /** Whose whole amount arrived. */
  readonly paid: number;
  /** Not paid, and neither expired nor withdrawn nor rejected. */
  readonly open: number;
}

/**
 * The status that follows from the children: a bundle has ended when its deadline came, or when a part was
 * paid and the rest cannot be.
 */
export function multicallEventOf(
  counts: ChildCounts,
  { isInTime }: { readonly isInTime: boolean },
): MulticallEvent {
  if (counts.paid === counts.children) return 'all_paid';
  if (isInTime && (counts.open > 0 || counts.paid === 0)) return 'still_open';
  return counts.paid > 0 ? 'ended_in_part' : 'ended_unpaid';
}
