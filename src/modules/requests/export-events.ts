import type { Context } from '#context.ts';
import { readPages } from '#kit/read-pages.ts';
import type { EventFilters } from './model/event-filters.ts';
import { eventSearchOf, readEvents } from './search-events.ts';

/** How many events one query reads; a page of them is held in memory. */
const PAGE_EVENTS = 500;

/**
 * All events of the caller's account that meet every filter, newest first, a page at a time. What is recorded after
 * the first page was read is left out.
 */
export async function exportEvents(ctx: Context, filters: EventFilters) {
  const search = await eventSearchOf(ctx, filters);
  return readPages(async (before: string | undefined) => {
    const events = await readEvents(ctx, { ...search, before }, PAGE_EVENTS);
    return { items: events, next: events.length < PAGE_EVENTS ? undefined : events.at(-1)?.id };
  });
}
