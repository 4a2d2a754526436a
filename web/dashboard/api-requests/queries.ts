import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, auth } from '../api/client.ts';
import { whileActive } from '../session/active.ts';
import { timesOf } from '../shell/address.ts';
import type { ApiRequestSearch } from './search.ts';

/** Rows of a page of a list that is scrolled. */
const PAGE_CALLS = 100;

/** What is watched while it may change. */
const WATCH_MS = 4_000;

const OUTCOMES = ['2xx', '4xx', '5xx'] as const;

/** What the API is asked for by the filters of an address. */
export function apiRequestFilters({
  outcome,
  credential,
  path,
  call,
  ...period
}: ApiRequestSearch) {
  const statusClass = OUTCOMES.find((one) => one === outcome);
  return {
    ...(statusClass !== undefined && { statusClass }),
    ...(credential !== undefined && { credentialId: credential }),
    ...(path !== undefined && { path }),
    ...(call !== undefined && { correlationId: call }),
    ...timesOf(period),
  };
}

/** The calls that meet filters, page by page; while more than the newest page is shown it is not read again by itself. */
export const apiRequestsQuery = (search: ApiRequestSearch) =>
  infiniteQueryOptions({
    queryKey: ['api-requests', search],
    queryFn: ({ pageParam }) => {
      const query = {
        ...apiRequestFilters(search),
        ...(pageParam !== '' && { cursor: pageParam }),
        limit: PAGE_CALLS,
      };
      return answerOf(auth.GET('/v1/api-requests', { params: { query } }));
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) > 1 ? false : whileActive(WATCH_MS)(),
  });
