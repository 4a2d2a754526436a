import { randomFillSync } from 'node:crypto';
import { encodeTime, isValid, monotonicFactory, ulid } from 'ulid';

/** What follows the time in an id. */
const RANDOM_CHARS = 16;

/** A number from 0 up to 1, secure where ids must not be guessed. */
type Fraction = () => number;

/**
 * Makes ULIDs with 80 random bits each: whoever has others, also of the same
 * millisecond, cannot guess one. Every id that gives a right to its holder comes from here.
 */
export function idMaker(now: () => Date, fraction: Fraction = secureFractions()): () => string {
  return () => ulid(now().getTime(), fraction);
}

/**
 * Makes ULIDs that sort by creation, also within one millisecond of one process. Those of the same
 * millisecond follow from each other, so that knowing one must never be a right.
 */
export function orderedIdMaker(
  now: () => Date,
  fraction: Fraction = secureFractions(),
): () => string {
  const make = monotonicFactory(fraction);
  return () => make(now().getTime());
}

/**
 * Secure randomness from 0 up to 1, as `ulid` reads it: once for each character. Generated a page at a
 * time, because a call costs the same for one byte as for thousands.
 */
function secureFractions(): Fraction {
  const page = Buffer.alloc(4096);
  let used = page.length;
  return () => {
    if (used === page.length) {
      randomFillSync(page);
      used = 0;
    }
    const byte = page.readUInt8(used);
    used += 1;
    return byte / 256;
  };
}

/** The lowest id of a time: those made from then on are higher, those made before are lower. */
export function lowestUlid(time: Date): string {
  return `${encodeTime(Math.max(0, time.getTime()))}${'0'.repeat(RANDOM_CHARS)}`;
}

/** Whether a text has the form of a ULID, so that a path which cannot exist needs no query. */
export function isUlid(text: string): boolean {
  return isValid(text);
}

/** How far the clocks of processes, and ids from the times beside them, may be apart. */
const APART_MS = 3_600_000;

/** Between which ULIDs all are that were made in a period, and an hour around it; undefined where it has no such end. */
export function ulidTimeBounds({
  from,
  to,
}: {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}): { readonly least: string | undefined; readonly most: string | undefined } {
  const lowest = (ms: number) => lowestUlid(new Date(ms));
  return {
    least: from && lowest(from.getTime() - APART_MS),
    most: to && lowest(to.getTime() + APART_MS),
  };
}
