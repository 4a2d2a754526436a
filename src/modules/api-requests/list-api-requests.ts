import type { Context } from '#context.ts';
import { type ApiRequestFilters, readApiRequests } from './read-api-requests.ts';

/** Which calls to read, and how many of them. */
interface ApiRequestQuery extends ApiRequestFilters {
  readonly limit: number;
  /** The last id of the page before; undefined begins with the newest. */
  readonly cursor: string | undefined;
}

/** A page of the calls of the caller's account, newest first. A call stands in it about a second after its answer. */
export async function listApiRequests(ctx: Context, { limit, ...query }: ApiRequestQuery) {
  // One more than the page size shows whether another page follows.
  const found = await readApiRequests(ctx, { ...query, limit: limit + 1 });
  const requests = found.slice(0, limit);
  return { requests, nextCursor: found.length > limit ? (requests.at(-1)?.id ?? null) : null };
}
