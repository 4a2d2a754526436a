import { queryOptions } from '@tanstack/react-query';
import type { AuditSearch } from '../activity/search.ts';
import { answerOf, auth } from '../api/client.ts';
import { whileActive } from '../session/active.ts';
import type { AccountSearch, CursorSearch } from './search.ts';

/** What changes by itself is watched. */
const WATCH_MS = 5_000;

export const accountsQuery = (query: AccountSearch) =>
  queryOptions({
    queryKey: ['admin-accounts', query],
    queryFn: () => answerOf(auth.GET('/v1/admin/accounts', { params: { query } })),
  });

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin-account', id],
    queryFn: () => answerOf(auth.GET('/v1/admin/accounts/{id}', { params: { path: { id } } })),
  });

export const rateTiersQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin-tiers', id],
    queryFn: () =>
      answerOf(auth.GET('/v1/admin/accounts/{id}/rate-tiers', { params: { path: { id } } })),
  });

export const healthQuery = queryOptions({
  queryKey: ['admin-health'],
  queryFn: () => answerOf(auth.GET('/v1/admin/health')),
  refetchInterval: whileActive(WATCH_MS),
});

export const networksQuery = queryOptions({
  queryKey: ['admin-networks'],
  queryFn: () => answerOf(auth.GET('/v1/admin/networks')),
  refetchInterval: whileActive(WATCH_MS),
});

export const suspiciousQuery = (query: CursorSearch) =>
  queryOptions({
    queryKey: ['admin-suspicious', query],
    queryFn: () => answerOf(auth.GET('/v1/admin/suspicious-transfers', { params: { query } })),
  });

export const blocksQuery = queryOptions({
  queryKey: ['admin-blocks'],
  queryFn: () => answerOf(auth.GET('/v1/admin/rate-limit-blocks')),
  refetchInterval: whileActive(WATCH_MS),
});

/** Entries of a page of the log. */
const PAGE_ENTRIES = 25;

export const administrationQuery = ({ action, cursor }: AuditSearch) =>
  queryOptions({
    queryKey: ['admin-audit', { action, cursor }],
    queryFn: () =>
      answerOf(
        auth.GET('/v1/admin/audit', {
          params: {
            query: {
              ...(action !== undefined && { action }),
              ...(cursor !== undefined && { cursor }),
              limit: PAGE_ENTRIES,
            },
          },
        }),
      ),
  });
