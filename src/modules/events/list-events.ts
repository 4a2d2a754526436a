import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { FEED_START, type FeedPosition, printCursor } from './model/feed-position.ts';
import { readPayload } from './model/read-payload.ts';
import { findFeed } from './store.ts';

export { FEED_CHANNEL } from './store.ts';

/** Which events to read. */
export interface FeedQuery {
  /** Behind this place, or behind all that was recorded so far; undefined begins with the oldest. */
  readonly after: FeedPosition | 'now' | undefined;
  readonly limit: number;
  /** Only these types; undefined is all. */
  readonly types: readonly string[] | undefined;
}

/** An event as its account reads it. */
interface ShownEvent {
  readonly id: string;
  readonly cursor: string;
  readonly type: string;
  readonly createdAt: string;
  readonly schemaVersion: number;
  readonly securePaymentToken: string | null;
  readonly payload: Record<string, unknown>;
}

/** A page of the feed, and where the next begins; there is always a next. */
interface FeedPage {
  readonly events: ShownEvent[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

/**
 * A page of what was recorded in the caller's account, oldest first, in an order that never
 * changes. A reader that follows the cursors reads each event exactly once: events that a running
 * transaction may still precede are withheld until it has ended.
 */
export async function listEvents(
  ctx: Context,
  { after = FEED_START, limit, types }: FeedQuery,
): Promise<FeedPage> {
  // One more than the page size shows whether another page follows.
  const part = { accountId: accountOf(ctx), after, types, limit: limit + 1 };
  const { events: found, horizon } = await findFeed(ctx, part);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const next = last === undefined ? laterOf(after, horizon) : positionOf(last);
  return {
    events: shown.map((event) => ({
      id: event.id,
      cursor: printCursor(positionOf(event)),
      type: event.type,
      createdAt: isoTime(event.createdAt),
      schemaVersion: event.schemaVersion,
      securePaymentToken: event.securePaymentToken,
      payload: readPayload(event),
    })),
    nextCursor: printCursor(next),
    hasMore: last !== undefined,
  };
}

function positionOf({ transactionId, id }: { transactionId: string; id: string }): FeedPosition {
  return { transactionId, eventId: id };
}

/** Everything below the horizon was read, so the next poll starts there. */
function laterOf(after: FeedPosition | 'now', horizon: string): FeedPosition {
  if (after !== 'now' && BigInt(after.transactionId) >= BigInt(horizon)) return after;
  return { transactionId: horizon, eventId: '' };
}
