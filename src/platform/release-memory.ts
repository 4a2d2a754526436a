import process from 'node:process';

/** Often enough that an installation at rest holds little, rarely enough to cost nothing. */
const POLL_EVERY_MS = 10_000;
/** Where less than this share of a core was used since the last poll, hardly anybody waits for the thread. */
const QUIET_SHARE = 0.1;
/** A collection stops the thread for some 0.15 s, so it must be worth it. */
const GROWTH_BYTES_MIN = 8 * 2 ** 20;
/** So many times as long as it took nothing is collected again: a thousandth of the time at most. */
const REST_FACTOR = 1_000;

interface MemoryParts {
  /** Collects garbage and gives pages back; undefined where Node was started without `--expose-gc`. */
  readonly collect?: (() => void) | undefined;
  readonly residentBytes?: () => number;
  /** The share of a core that was used since the last poll. */
  readonly measureLoad?: () => number;
  readonly everyMs?: number;
  readonly nowMs?: () => number;
}

/**
 * Gives memory back to the system in quiet moments, once after the start and again after each busy time: V8 keeps what it
 * collected for the next allocations, and collects nothing where little is allocated. Returns what ends it.
 */
export function releaseMemory({
  collect = collectorOf(globalThis.gc),
  residentBytes = () => process.memoryUsage.rss(),
  everyMs = POLL_EVERY_MS,
  measureLoad = loadMeasure(everyMs),
  nowMs = () => performance.now(),
}: MemoryParts = {}): () => void {
  if (collect === undefined) return () => undefined;
  let leftBytes = 0;
  let restsUntilMs = 0;
  const timer = setInterval(() => {
    const isQuiet = measureLoad() < QUIET_SHARE;
    const beganMs = nowMs();
    if (!isQuiet || beganMs < restsUntilMs) return;
    if (residentBytes() < leftBytes + GROWTH_BYTES_MIN) return;
    collect();
    leftBytes = residentBytes();
    const endedMs = nowMs();
    restsUntilMs = endedMs + REST_FACTOR * (endedMs - beganMs);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The only kind of collection that gives back the pages that V8 keeps for later. */
function collectorOf(gc: typeof globalThis.gc): (() => void) | undefined {
  return gc && (() => void gc({ type: 'major', flavor: 'last-resort', execution: 'sync' }));
}

/** By processor time, as waiting for a busy machine is no work of ours. */
function loadMeasure(everyMs: number): () => number {
  let before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    return (user + system) / 1_000 / everyMs;
  };
}
