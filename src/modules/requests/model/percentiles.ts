import { invariant } from '#kit/failure.ts';

/** Durations of any number of payments in seconds, in lists of which each is sorted. They are whole milliseconds. */
type SortedDurations = readonly Float64Array[];

const MS = 1_000;

/** The durations of parts as one sorted list. */
export function sortDurations(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.sort();
}

/**
 * What this share of durations is at most, between the two around it, as `percentile_cont` of SQL computes it; to the
 * millisecond, as times are stored. There must be one.
 */
export function percentileOf(durations: SortedDurations, share: number): number {
  const count = durations.reduce((sum, { length }) => sum + length, 0);
  invariant(count > 0, 'nothing has no percentile');
  const place = share * (count - 1);
  const before = Math.floor(place);
  const low = durationAt(durations, before);
  const high = before === place ? low : durationAt(durations, before + 1);
  return Math.round((low + (place - before) * (high - low)) * MS) / MS;
}

/** The duration at a place of all of them in their order: the least one that more than so many are at most. */
function durationAt(durations: SortedDurations, place: number): number {
  let [least, most] = [0, 0];
  for (const sorted of durations) most = Math.max(most, Math.round((sorted.at(-1) ?? 0) * MS));
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    const upTo = durations.reduce((sum, sorted) => sum + countUpTo(sorted, middle / MS), 0);
    if (upTo > place) most = middle;
    else least = middle + 1;
  }
  return least / MS;
}

/** How many of sorted durations are at most this long. */
function countUpTo(sorted: Float64Array, most: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) <= most) from = middle + 1;
    else to = middle;
  }
  return from;
}
