import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, answerOf, auth } from '../api/client.ts';
import type { Session } from '../api/shapes.ts';
import { takeSessionAnswer } from './request-session.ts';

const SESSION_KEY = ['session'] as const;

/** Who is signed in; null where nobody is. It is read once; a call that is refused for want of a session says that it is over. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: readSession,
  staleTime: Number.POSITIVE_INFINITY,
  // Another window may have signed in to another account in the meantime.
  refetchOnWindowFocus: 'always',
});

/** Asks who is signed in. */
export async function readSession(): Promise<Session | null> {
  const requested = takeSessionAnswer();
  try {
    return await answerOf(auth.GET('/v1/auth/session', requested && { fetch: () => requested }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** A call was refused for want of a session: whoever looks at the page is asked to sign in, and the page stays. */
export function noteSignedOut(queries: QueryClient): void {
  queries.setQueryData(SESSION_KEY, null);
}
