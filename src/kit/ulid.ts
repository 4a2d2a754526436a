import { isValid, monotonicFactory } from 'ulid';

/** Makes ULIDs that sort by creation, also within one millisecond of one process. */
export function idMaker(now: () => Date): () => string {
  const make = monotonicFactory();
  return () => make(now().getTime());
}

/** Whether a text has the form of a ULID, so that a path which cannot exist needs no query. */
export function isUlid(text: string): boolean {
  return isValid(text);
}
