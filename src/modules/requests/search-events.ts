import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { ulidTimeBounds } from '#kit/ulid.ts';
import { readPayload } from '#modules/events/index.ts';
import type { EventFilters } from './model/event-filters.ts';
import { type EventSearch, findEvents, findSubjects } from './store/event-search.ts';

/** One reference may name any number of requests; the newest of them are searched for. */
const SUBJECTS_MAX = 100;

interface EventSearchInput extends EventFilters {
  readonly limit: number;
  /** The place after a page that was read; undefined begins with the newest. */
  readonly cursor?: string | undefined;
}

/**
 * A page of the events of the caller's account that meet every filter, newest first. For reading by people: a program that must miss none
 * follows the feed, where what a running transaction records never appears behind a cursor.
 */
export async function searchEvents(ctx: Context, { limit, cursor, ...filters }: EventSearchInput) {
  const search = await eventSearchOf(ctx, filters);
  // One more than the page shows whether another one follows.
  const found = await readEvents(ctx, { ...search, before: cursor }, limit + 1);
  const events = found.slice(0, limit);
  return { events, nextCursor: found.length > limit ? (events.at(-1)?.id ?? null) : null };
}

/** The search of the caller's account by filters. */
export async function eventSearchOf(
  ctx: Context,
  { type, requestId, reference, securePaymentToken, fromDate: from, toDate: to }: EventFilters,
): Promise<EventSearch> {
  const accountId = accountOf(ctx);
  const isNamed = requestId !== undefined || reference !== undefined;
  const about = isNamed
    ? await findSubjects(ctx, { accountId, requestId, reference }, SUBJECTS_MAX)
    : undefined;
  return {
    ...{ accountId, type, securePaymentToken, about },
    ...{ from, to, ids: ulidTimeBounds({ from, to }) },
  };
}

/** Up to `limit` events that meet a search, newest first, as their account reads them. */
export async function readEvents(ctx: Context, search: EventSearch, limit: number) {
  const found = await findEvents(ctx, search, limit);
  return found.map(({ payload, customerInfo, createdAt, ...event }) => ({
    ...event,
    createdAt: isoTime(createdAt),
    payload: readPayload({ payload, customerInfo }),
  }));
}
