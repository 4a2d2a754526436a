/** From how many seconds on a network counts as late or stalled, for alarms and for accounts alike. */
export const NETWORK_LIMITS = {
  /** A payer notices when the page waits this much longer than the network itself needs. */
  behindSeconds: 120,
  /** Networks make a block in twelve seconds or less, so this many without one is no slow moment. */
  stalledSeconds: 300,
} as const;

/** Whether payments on a network are seen in time. */
type NetworkState = 'up' | 'behind' | 'stalled' | 'halted' | 'not_followed';

/** How far a network was scanned, and when that last moved. */
export interface ScanProgress {
  readonly cursor: bigint;
  /** The newest block at that time. */
  readonly head: bigint;
  readonly movedAt: Date;
  readonly isHalted: boolean;
}

interface NetworkTime {
  readonly now: Date;
  readonly blockTimeMs: number;
}

/** How many blocks are known and not scanned. */
export function lagOf({ cursor, head }: Pick<ScanProgress, 'cursor' | 'head'>): number {
  return Math.max(0, Number(head - cursor));
}

/** The state of a network, the worst that applies; one that was never scanned is not followed. */
export function networkStateOf(
  progress: ScanProgress | undefined,
  { now, blockTimeMs }: NetworkTime,
): NetworkState {
  if (progress === undefined) return 'not_followed';
  if (progress.isHalted) return 'halted';
  const idleSeconds = (now.getTime() - progress.movedAt.getTime()) / 1000;
  if (idleSeconds > NETWORK_LIMITS.stalledSeconds) return 'stalled';
  const behindSeconds = (lagOf(progress) * blockTimeMs) / 1000;
  return behindSeconds > NETWORK_LIMITS.behindSeconds ? 'behind' : 'up';
}
