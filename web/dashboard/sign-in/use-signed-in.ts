import { useQueryClient } from '@tanstack/react-query';
import { readSession, sessionQuery } from '../session/session.ts';

/**
 * Reads who is signed in, once a sign-in has worked. Where the page of an account is open behind, another account begins
 * with a page of its own.
 */
export function useSignedIn(accountId: string | undefined): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const session = await readSession();
    if (accountId !== undefined && session !== null && session.accountId !== accountId) {
      location.assign('/');
      return;
    }
    queries.setQueryData(sessionQuery.queryKey, session);
    // What was refused for want of a session may be read now.
    await queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  };
}
