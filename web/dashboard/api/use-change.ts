import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, newIdempotencyKey } from './client.ts';

/** How a change is made, with the header that makes a repeated call count once. */
type Change<Input, Answer> = (
  header: { readonly 'Idempotency-Key': string },
  input: Input,
) => Promise<Answer>;

/**
 * Changes something by a call, and has what it changed read anew. While no answer came the call keeps its key, so that
 * trying again after a lost answer does it once.
 */
export function useChange<Answer, Input = void>(
  change: Change<Input, Answer>,
  changes: readonly string[],
): UseMutationResult<Answer, Error, Input> {
  const queries = useQueryClient();
  const key = useRef<string>(undefined);
  return useMutation({
    mutationFn: (input: Input) => {
      key.current ??= newIdempotencyKey();
      return change({ 'Idempotency-Key': key.current }, input);
    },
    onSuccess: async () => {
      key.current = undefined;
      await Promise.all(changes.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 0) key.current = undefined;
    },
  });
}
