import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditSearch } from '../activity/search.ts';
import { type PaymentSearch, paymentFilters } from '../payments/search.ts';
import { whileActive } from '../session/active.ts';
import { ApiError, answerOf, api, auth } from './client.ts';

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

/** Rows of a page of a list that is scrolled. */
const LONG_PAGE_ROWS = 100;

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

/** The requests that meet filters, page by page; while more than the newest page is shown it is not read again by itself. */
export const foundRequestsQuery = (search: PaymentSearch) =>
  infiniteQueryOptions({
    queryKey: ['requests', 'found', search],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/v2/dashboard/requests', {
          params: {
            query: {
              ...paymentFilters(search),
              ...(pageParam !== '' && { cursor: pageParam }),
              limit: String(LONG_PAGE_ROWS),
            },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) > 1 ? false : whileActive(WATCH_MS)(),
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

/** The link of a request; null where it has none. */
export const linkQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['link', requestId],
    queryFn: () =>
      readLink(requestId).catch((error: unknown) => {
        // An error would be pending again whenever it is read anew, and the page with it.
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    refetchInterval: whileActive(WATCH_MS),
  });

/** What happened to a request, with each attempt at a webhook. */
export const historyQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['history', requestId],
    queryFn: () =>
      answerOf(api.GET('/v2/request/{requestId}/history', { params: { path: { requestId } } })),
    refetchInterval: whileActive(WATCH_MS),
  });

/** What the team wrote down about a request. */
export const notesQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['notes', requestId],
    queryFn: () =>
      answerOf(api.GET('/v2/request/{requestId}/notes', { params: { path: { requestId } } })),
  });

/** Whether any payment was counted. */
export const firstPaymentQuery = queryOptions({
  queryKey: ['payments', 'first'],
  queryFn: () =>
    answerOf(api.GET('/v2/payments', { params: { query: { type: 'direct', limit: '1' } } })),
});

/** Payments that wait for somebody to release or return them. */
export const heldQuery = queryOptions({
  queryKey: ['held'],
  queryFn: () => answerOf(api.GET('/v2/held-payments', { params: { query: { limit: 100 } } })),
});

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => answerOf(auth.GET('/v1/webhook')),
});

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: () => answerOf(auth.GET('/v1/api-keys')),
});

/** Only the session of a wallet may ask. */
export const clientIdsQuery = queryOptions({
  queryKey: ['client-ids'],
  queryFn: () => answerOf(auth.GET('/v1/client-ids')),
});

/** One with its fee and what is bound to it. */
export const clientIdQuery = (id: string) =>
  queryOptions({
    queryKey: ['client-ids', id],
    queryFn: () => answerOf(auth.GET('/v1/client-ids/{id}', { params: { path: { id } } })),
    // A form is filled with it once, so it has to be of now.
    staleTime: 0,
  });

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => answerOf(auth.GET('/v1/auth/sessions')),
});

/** The second factors of whoever is signed in. */
export const secondFactorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: () => answerOf(auth.GET('/v1/auth/second-factors')),
});

/** What was done in the account from a cursor on, newest first. */
export const auditQuery = ({ action, cursor }: AuditSearch) =>
  queryOptions({
    queryKey: ['audit', { action, cursor }],
    queryFn: () =>
      answerOf(
        auth.GET('/v1/audit', {
          params: {
            query: {
              ...(action !== undefined && { action }),
              ...(cursor !== undefined && { cursor }),
              limit: PAGE_ROWS,
            },
          },
        }),
      ),
  });

export const readDestination = () => answerOf(auth.GET('/v1/payee-destination'));

/** Only the session of a wallet may ask. */
export const destinationQuery = queryOptions({
  queryKey: ['destination'],
  queryFn: readDestination,
});

/** Those of all wallets of the account. Only the session of a wallet may ask. */
export const destinationsQuery = queryOptions({
  queryKey: ['destinations'],
  queryFn: () =>
    answerOf(auth.GET('/v1/payee-destinations', { params: { query: { limit: 100 } } })),
});

/** What an endpoint for orchestrators answers; null where the account is none. */
async function ofOrchestrator<Answer>(asking: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'orchestrator_not_found') return null;
    throw error;
  }
}

/** The orchestrator that the account is, with its keys; null where it is none. */
export const orchestratorQuery = queryOptions({
  queryKey: ['orchestrator'],
  queryFn: () => ofOrchestrator(answerOf(api.GET('/v2/orchestrators'))),
});

/** The first hundred client IDs that are linked to the account's orchestrator; null where it is none. */
export const linkedClientIdsQuery = queryOptions({
  queryKey: ['linked-client-ids'],
  queryFn: () =>
    ofOrchestrator(
      answerOf(api.GET('/v2/orchestrators/client-ids', { params: { query: { limit: 100 } } })),
    ),
});

/** The newest invitations of the account's orchestrator; null where it is none. */
export const linkIntentsQuery = queryOptions({
  queryKey: ['link-intents'],
  queryFn: () =>
    ofOrchestrator(
      answerOf(
        api.GET('/v2/orchestrators/client-id-link-intents', { params: { query: { limit: 50 } } }),
      ),
    ),
});

/** The endpoints that are sent the events of the orchestrator's platforms; null where it is none. */
export const orchestratorWebhooksQuery = queryOptions({
  queryKey: ['orchestrator-webhooks'],
  queryFn: () => ofOrchestrator(answerOf(api.GET('/v2/orchestrators/webhooks'))),
});

/** The fees that an orchestrator takes by default, or of one client ID. */
export const feeConfigsQuery = (clientId: string | undefined) =>
  queryOptions({
    queryKey: ['fee-configs', clientId],
    queryFn: () =>
      answerOf(
        api.GET('/v2/orchestrators/fee-configs', {
          params: { query: clientId === undefined ? {} : { clientId } },
        }),
      ),
  });

/** The merchant profile that holds for the account, or for one client ID; null where none does. */
export const profileQuery = (clientId: string | undefined) =>
  queryOptions({
    queryKey: ['merchant-profile', clientId],
    queryFn: () =>
      answerOf(
        api.GET('/v2/merchant-profile', {
          params: { query: clientId === undefined ? {} : { clientId } },
        }),
      ),
    // Somebody who has just put the proof of a website in place waits for its result.
    refetchInterval: ({ state }) =>
      state.data?.website?.status === 'pending' && whileActive(WATCH_MS)(),
  });

/** The branding that holds by default, or of one client ID; null where none does. */
export const brandingQuery = (clientId: string | undefined) =>
  queryOptions({
    queryKey: ['branding', clientId],
    queryFn: () =>
      answerOf(
        api.GET('/v2/orchestrators/branding', {
          params: { query: clientId === undefined ? {} : { clientId } },
        }),
      ),
  });
