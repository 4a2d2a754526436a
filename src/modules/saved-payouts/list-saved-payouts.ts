import { accountOf, type Context } from '#context.ts';
import { showSavedPayout } from './show-saved-payout.ts';
import { findSavedPayouts } from './store.ts';

/** Which saved payouts to read. */
interface SavedPayoutsQuery {
  readonly limit: number;
  /** The last id of the page before. */
  readonly cursor?: string | undefined;
}

/** A page of the saved payouts of the caller's account, the newest first. */
export async function listSavedPayouts(ctx: Context, { limit, cursor }: SavedPayoutsQuery) {
  const found = await findSavedPayouts(ctx, {
    accountId: accountOf(ctx),
    limit: limit + 1,
    before: cursor,
  });
  const savedPayouts = found.slice(0, limit).map(showSavedPayout);
  return {
    savedPayouts,
    nextCursor: found.length > limit ? (savedPayouts.at(-1)?.id ?? null) : null,
  };
}
