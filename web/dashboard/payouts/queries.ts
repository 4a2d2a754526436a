import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api, auth } from '../api/client.ts';
import { whileActive } from '../session/active.ts';
import type { PayoutSearch, RecurringSearch } from './search.ts';

/** What is watched while it may change: often enough to feel immediate. */
const WATCH_MS = 4_000;
/** An import creates some tens of payouts a second. */
const WATCH_IMPORT_MS = 1_000;

/** Rows of a page of a list that is read on while it is scrolled. */
const PAGE_ROWS = 50;
/** Imports and bundles are counted row by row. */
const PAGE_COUNTED = 20;

/** As many as an import has rows. */
const IMPORT_ROWS_MAX = 1_000;

export const payoutsQuery = (search: PayoutSearch) =>
  infiniteQueryOptions({
    queryKey: ['payouts', search],
    queryFn: ({ pageParam: cursor }) =>
      answerOf(
        api.GET('/v2/secure-payments/payouts', {
          params: { query: { ...search, limit: PAGE_ROWS, ...(cursor !== '' && { cursor }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: whileActive(WATCH_MS),
  });

export const bundlesQuery = infiniteQueryOptions({
  queryKey: ['bundles'],
  queryFn: ({ pageParam: cursor }) =>
    answerOf(
      api.GET('/v2/secure-payments/multicall-payouts', {
        params: { query: { limit: PAGE_COUNTED, ...(cursor !== '' && { cursor }) } },
      }),
    ),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

const readBundle = (token: string) =>
  answerOf(
    api.GET('/v2/secure-payments/multicall-payouts/{token}', { params: { path: { token } } }),
  );

export const bundleQuery = (token: string) =>
  queryOptions({
    queryKey: ['bundles', token],
    queryFn: () => readBundle(token),
    refetchInterval: whileActive(WATCH_MS),
  });

export const importsQuery = infiniteQueryOptions({
  queryKey: ['payout-imports'],
  queryFn: ({ pageParam: cursor }) =>
    answerOf(
      api.GET('/v2/payout-imports', {
        params: { query: { limit: PAGE_COUNTED, ...(cursor !== '' && { cursor }) } },
      }),
    ),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

const readImport = (id: string) =>
  answerOf(api.GET('/v2/payout-imports/{id}', { params: { path: { id } } }));

/** What is still created is asked for often, also where nobody touches the page: it ends by itself. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['payout-imports', id],
    queryFn: () => readImport(id),
    refetchInterval: ({ state }) =>
      state.data?.status === 'running' && document.visibilityState === 'visible'
        ? WATCH_IMPORT_MS
        : false,
  });

export const importRowsQuery = (id: string) =>
  queryOptions({
    queryKey: ['payout-imports', id, 'rows'],
    queryFn: () =>
      answerOf(
        api.GET('/v2/payout-imports/{id}/rows', {
          params: { path: { id }, query: { limit: IMPORT_ROWS_MAX } },
        }),
      ),
  });

export const recurringListQuery = (search: RecurringSearch) =>
  infiniteQueryOptions({
    queryKey: ['recurring-payouts', search],
    queryFn: ({ pageParam: cursor }) =>
      answerOf(
        api.GET('/v2/payouts/recurring', {
          params: { query: { ...search, limit: PAGE_COUNTED, ...(cursor !== '' && { cursor }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

const readRecurring = (id: string) =>
  answerOf(api.GET('/v2/payouts/recurring/{id}', { params: { path: { id } } }));

export const recurringQuery = (id: string) =>
  queryOptions({
    queryKey: ['recurring-payouts', id],
    queryFn: () => readRecurring(id),
    refetchInterval: whileActive(WATCH_MS),
  });

export type RecurringPayout = Awaited<ReturnType<typeof readRecurring>>;

/** Where a wallet wants to be paid out; null where it did not say. */
export const wantedQuery = (walletAddress: string) =>
  queryOptions({
    queryKey: ['payout-destination', walletAddress],
    queryFn: () =>
      answerOf(
        auth.GET('/v1/payee-destination/payout-lookup', { params: { query: { walletAddress } } }),
      ),
  });

export type PayoutLink = Awaited<
  ReturnType<NonNullable<ReturnType<typeof payoutsQuery>['queryFn']>>
>['payouts'][number];
