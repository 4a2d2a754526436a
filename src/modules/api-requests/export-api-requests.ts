import type { Context } from '#context.ts';
import { readPages } from '#kit/read-pages.ts';
import { type ApiRequestFilters, readApiRequests } from './read-api-requests.ts';

/** How many calls one query reads; a page of them is held in memory. */
const PAGE_CALLS = 500;

/** All calls of the caller's account that meet the filters, newest first, a page at a time. What is added after the first page was read is left out. */
export function exportApiRequests(ctx: Context, filters: ApiRequestFilters) {
  return readPages(async (cursor: string | undefined) => {
    const items = await readApiRequests(ctx, { ...filters, cursor, limit: PAGE_CALLS });
    return { items, next: items.length < PAGE_CALLS ? undefined : items.at(-1)?.id };
  });
}
