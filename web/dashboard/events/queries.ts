import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import { eventFilters } from './filters.ts';
import type { EventSearch } from './search.ts';

/** Events of a page: each may be unfolded, so they are few. */
const PAGE_EVENTS = 25;

/** The key of all lists of events. */
export const EVENTS_KEY = ['events'] as const;

/** The events that meet filters, page by page, newest first. */
export const foundEventsQuery = (search: EventSearch) =>
  infiniteQueryOptions({
    queryKey: [...EVENTS_KEY, search],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/v2/dashboard/events', {
          params: {
            query: {
              ...eventFilters(search),
              ...(pageParam !== '' && { cursor: pageParam }),
              limit: String(PAGE_EVENTS),
            },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
