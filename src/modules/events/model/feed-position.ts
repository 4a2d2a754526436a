/** A place in the feed: behind this event of this transaction. */
export interface FeedPosition {
  /** A transaction's id, which PostgreSQL counts with 64 bits. */
  readonly transactionId: string;
  /** An event's id; empty before all events of the transaction. */
  readonly eventId: string;
}

/** Before everything. */
export const FEED_START: FeedPosition = { transactionId: '0', eventId: '' };

/** Nineteen digits, a point and a ULID, at four characters for three bytes. */
const CURSOR_CHARS_MAX = 62;

const POSITION = /^(0|[1-9][0-9]{0,18})\.([0-7][0-9A-HJKMNP-TV-Z]{25})?$/;

/** A position for callers; its content is opaque. */
export function printCursor({ transactionId, eventId }: FeedPosition): string {
  return Buffer.from(`${transactionId}.${eventId}`).toString('base64url');
}

/** The place that a cursor names; undefined for a text that is none of ours. */
export function readCursor(cursor: string): FeedPosition | undefined {
  if (cursor.length > CURSOR_CHARS_MAX) return undefined;
  const found = POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (found === null) return undefined;
  const [, transactionId = '', eventId = ''] = found;
  return { transactionId, eventId };
}
