import type { Count, CountedCall } from '../db/count-calls.ts';
import { slotEndMs, WINDOW_MS } from '../db/count-calls.ts';

/** How many callers are counted in memory; the oldest is removed first. */
const CALLERS_MAX = 10_000;

interface Slot {
  readonly endsAtMs: number;
  calls: number;
}

interface CallerWindow {
  slots: Slot[];
  refused: number;
  refusalsEndMs: number;
}

/**
 * Counts calls by the rule of `openCounter`, for this process alone: while the tables cannot be
 * reached.
 */
export function openMemoryCounter(nowMs: () => number): (call: CountedCall) => Count {
  const windows = new Map<string, CallerWindow>();
  return ({ key, callsMax }) => {
    const found = windows.get(key);
    if (found === undefined && windows.size >= CALLERS_MAX) {
      windows.delete(windows.keys().next().value ?? '');
    }
    const kept = found ?? { slots: [], refused: 0, refusalsEndMs: 0 };
    windows.set(key, kept);
    return countCall(kept, { callsMax, now: nowMs() });
  };
}

/** Counts one call in the window of its caller, which it changes. */
function countCall(
  kept: CallerWindow,
  { callsMax, now }: { callsMax: number; now: number },
): Count {
  kept.slots = kept.slots.filter(({ endsAtMs }) => endsAtMs > now - WINDOW_MS);
  const used = kept.slots.reduce((sum, { calls }) => sum + calls, 0);
  const allowed = used < callsMax;
  if (kept.refusalsEndMs <= now) kept.refused = 0;
  if (allowed) addToSlot(kept.slots, slotEndMs(now));
  else {
    if (kept.refused === 0) kept.refusalsEndMs = now + WINDOW_MS;
    kept.refused += 1;
  }
  const usedNow = allowed ? used + 1 : used;
  const nextAtMs = freesNextAtMs(kept.slots, usedNow - callsMax);
  return { allowed, used: usedNow, refused: kept.refused, nextAtMs, blocked: false };
}

function addToSlot(slots: Slot[], endsAtMs: number): void {
  const last = slots.at(-1);
  if (last !== undefined && last.endsAtMs >= endsAtMs) last.calls += 1;
  else slots.push({ endsAtMs, calls: 1 });
}

/** When the slot leaves whose calls are the first to be more than `excess`. */
function freesNextAtMs(slots: readonly Slot[], excess: number): number {
  let freed = 0;
  for (const { endsAtMs, calls } of slots) {
    freed += calls;
    if (freed > excess) return endsAtMs + WINDOW_MS;
  }
  return 0;
}
