import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, answerOf, auth } from '../api/client.ts';
import type { SessionFields } from '../api/shapes.ts';

const SESSION_KEY = ['session'] as const;

/** Who is signed in; null where nobody is. It is read once; a call that is refused for want of a session says that it is over. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: readSession,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Asks who is signed in. */
export async function readSession(): Promise<SessionFields | null> {
  try {
    return await answerOf(auth.GET('/v1/auth/session'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** A call was refused for want of a session: whoever looks at the page is asked to sign in, and the page stays. */
export function noteSignedOut(queries: QueryClient): void {
  queries.setQueryData(SESSION_KEY, null);
}

/** The API ends a wallet's session so long after its last call. */
const WALLET_IDLE_MS = 15 * 60_000;

/** When a session ends unless a call is made before, in milliseconds since 1970. */
export function endOfSession(
  { kind, expiresAt }: Pick<SessionFields, 'kind' | 'expiresAt'>,
  lastContactMs: number,
): number {
  const latest = Date.parse(expiresAt);
  return kind === 'wallet' ? Math.min(latest, lastContactMs + WALLET_IDLE_MS) : latest;
}
