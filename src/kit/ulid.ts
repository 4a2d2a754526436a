import { randomFillSync } from 'node:crypto';
import { isValid, monotonicFactory } from 'ulid';

/** Makes ULIDs that sort by creation, also within one millisecond of one process. */
export function idMaker(now: () => Date): () => string {
  const make = monotonicFactory(pagedChance());
  return () => make(now().getTime());
}

/**
 * Secure chance from 0 up to 1, as `ulid` asks for it: once for each character. Drawn a page at a
 * time, because drawing costs the same for one byte as for thousands.
 */
function pagedChance(): () => number {
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

/** Whether a text has the form of a ULID, so that a path which cannot exist needs no query. */
export function isUlid(text: string): boolean {
  return isValid(text);
}
