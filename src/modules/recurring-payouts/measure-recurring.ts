import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import {
  countDue,
  countOpen,
  countResolved,
  type DueCounts,
  type OpenCounts,
  type ResolvedCounts,
} from './store/measures.ts';

/** Older ones were seen by somebody, or never will be. */
const LATELY_MS = 7 * 86_400_000;

/** Longer than confirmations take on any network, and than two failures of a node in a row. */
const LATE_AFTER_MS = 30 * 60_000;

/** Time enough to send the key its coin. */
const SOON_MS = 86_400_000;

/** How the recurring payouts of a network are. */
export interface RecurringMeasures extends OpenCounts, DueCounts, ResolvedCounts {
  readonly network: NetworkId;
}

const NOTHING_OPEN: OpenCounts = {
  active: 0,
  paused: 0,
  pausedLately: 0,
  failing: 0,
  shortOfBalance: 0,
  shortOfAllowance: 0,
};
const NOTHING_DUE: DueCounts = { due: 0, late: 0, lateSince: null, soon: 0 };
const NOTHING_RESOLVED: ResolvedCounts = { lost: 0, paidElsewhere: 0 };

/** What operators see of recurring payouts, on each network that has open ones or had trouble lately. Reads no chain. */
export async function measureRecurring(ctx: Context): Promise<readonly RecurringMeasures[]> {
  const now = ctx.now().getTime();
  const since = new Date(now - LATELY_MS);
  const [open, due, resolved] = await Promise.all([
    countOpen(ctx, { since }),
    countDue(ctx, { lateBefore: new Date(now - LATE_AFTER_MS), soonBy: new Date(now + SOON_MS) }),
    countResolved(ctx, { since }),
  ]);
  const networks = new Set([...open.keys(), ...due.keys(), ...resolved.keys()]);
  return [...networks]
    .filter(isNetworkId)
    .sort()
    .map((network) => ({
      network,
      ...(open.get(network) ?? NOTHING_OPEN),
      ...(due.get(network) ?? NOTHING_DUE),
      ...(resolved.get(network) ?? NOTHING_RESOLVED),
    }));
}
