import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import { whileActive } from '../session/active.ts';
import type { PayerSearch } from './search.ts';

/** What is watched while it may change: a provider answers within seconds to hours. */
const WATCH_MS = 4_000;

/** Rows of a page of the list, which is read on while it is scrolled. */
const PAGE_ROWS = 50;

export const payersQuery = (search: PayerSearch) =>
  infiniteQueryOptions({
    queryKey: ['payers', 'list', search],
    queryFn: ({ pageParam: cursor }) =>
      answerOf(
        api.GET('/v2/payer', {
          params: { query: { ...search, limit: PAGE_ROWS, ...(cursor !== '' && { cursor }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: whileActive(WATCH_MS),
  });

const readPayer = (clientUserId: string) =>
  answerOf(api.GET('/v2/payer/{clientUserId}', { params: { path: { clientUserId } } }));

export const payerQuery = (clientUserId: string) =>
  queryOptions({
    queryKey: ['payers', 'one', clientUserId],
    queryFn: () => readPayer(clientUserId),
    refetchInterval: whileActive(WATCH_MS),
  });

/** Where a payer stands. */
export type PayerStatus = Awaited<ReturnType<typeof readPayer>>;

const readAccounts = (clientUserId: string) =>
  answerOf(
    api.GET('/v2/payer/{clientUserId}/payment-details', { params: { path: { clientUserId } } }),
  );

export const accountsQuery = (clientUserId: string) =>
  queryOptions({
    queryKey: ['payers', 'accounts', clientUserId],
    queryFn: () => readAccounts(clientUserId),
    refetchInterval: whileActive(WATCH_MS),
  });

/** A bank account of a payer, with its number masked. */
export type BankAccount = Awaited<ReturnType<typeof readAccounts>>['paymentDetails'][number];
