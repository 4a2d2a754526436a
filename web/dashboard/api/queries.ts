import { queryOptions } from '@tanstack/react-query';
import { whileActive } from '../session/active.ts';
import { answerOf, api, auth } from './client.ts';

/** What is watched while it may change: often enough to feel immediate. */
const WATCH_MS = 4_000;

/** How requests are listed. */
export interface RequestFilter {
  readonly flow?: 'incoming' | 'outgoing' | undefined;
  readonly wallet?: string | undefined;
  readonly page: number;
}

/** Rows of a page of requests. */
export const PAGE_ROWS = 25;

export const requestsQuery = ({ flow, wallet, page }: RequestFilter) =>
  queryOptions({
    queryKey: ['requests', { flow, wallet, page }],
    queryFn: () =>
      answerOf(
        api.GET('/v2/request', {
          params: {
            query: {
              ...(flow !== undefined && { securePaymentFlow: flow }),
              ...(wallet !== undefined && { walletAddress: wallet }),
              limit: String(PAGE_ROWS),
              offset: String((page - 1) * PAGE_ROWS),
            },
          },
        }),
      ),
    refetchInterval: whileActive(WATCH_MS),
  });

export const readRequest = (requestId: string) =>
  answerOf(api.GET('/v2/request/{requestId}', { params: { path: { requestId } } }));

export const requestQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['request', requestId],
    queryFn: () => readRequest(requestId),
    refetchInterval: whileActive(WATCH_MS),
  });

export const readLink = (requestId: string) =>
  answerOf(api.GET('/v2/secure-payments', { params: { query: { requestId } } }));

/** The link of a request; an API error with status 404 where it has none. */
export const linkQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['link', requestId],
    queryFn: () => readLink(requestId),
    refetchInterval: whileActive(WATCH_MS),
  });

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => answerOf(auth.GET('/v1/webhook')),
});

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: () => answerOf(auth.GET('/v1/api-keys')),
});

export const readDestination = () => answerOf(auth.GET('/v1/payee-destination'));

/** Only the session of a wallet may ask. */
export const destinationQuery = queryOptions({
  queryKey: ['destination'],
  queryFn: readDestination,
});
