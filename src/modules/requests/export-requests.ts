import type { Context } from '#context.ts';
import { readPages } from '#kit/read-pages.ts';
import { itemOf } from './list-requests.ts';
import type { RequestFilters } from './model/request-filters.ts';
import { searchOf } from './search-requests.ts';
import { searchShown } from './store/request-search.ts';

/** How many requests one query reads; a page of them is held in memory. */
const PAGE_REQUESTS = 500;

/**
 * All requests of the caller's account that meet every filter, newest first, a page at a time. What is created after
 * the first page was read is left out. Refuses (400) a wallet that is none.
 */
export async function exportRequests(ctx: Context, filters: RequestFilters) {
  const search = await searchOf(ctx, filters);
  return readPages(async (before: string | undefined) => {
    if (search === undefined) return { items: [], next: undefined };
    const requests = await searchShown(ctx, { ...search, before }, PAGE_REQUESTS);
    const next = requests.length < PAGE_REQUESTS ? undefined : requests.at(-1)?.id;
    return { items: requests.map((request) => itemOf(request, false)), next };
  });
}
