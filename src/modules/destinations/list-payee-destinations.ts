import { accountOf, type Context } from '#context.ts';
import { type ShownDestination, showDestination } from './model/shown-destination.ts';
import { findDestinations } from './store/destinations.ts';

/** Which destinations to read. */
interface DestinationsQuery {
  readonly limit: number;
  /** The last id of the page before; undefined begins with the newest. */
  readonly cursor: string | undefined;
}

/** A page of the account's destinations, those that have ended included, the newest first. */
export async function listPayeeDestinations(
  ctx: Context,
  { limit, cursor }: DestinationsQuery,
): Promise<{ readonly destinations: ShownDestination[]; readonly nextCursor: string | null }> {
  // One more than the page size shows whether another page follows.
  const found = await findDestinations(ctx, {
    accountId: accountOf(ctx),
    limit: limit + 1,
    cursor,
  });
  const shown = found.slice(0, limit);
  return {
    destinations: shown.map(showDestination),
    nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}
