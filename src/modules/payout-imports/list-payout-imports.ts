import { accountOf, type Context } from '#context.ts';
import { findImports } from './store/imports.ts';
import { importShown } from './view-payout-import.ts';

/** A page of the imports of the caller's account, newest first. */
export async function listPayoutImports(
  ctx: Context,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  // One more than the page size shows whether another page follows.
  const found = await findImports(ctx, { accountId: accountOf(ctx), limit: limit + 1, cursor });
  const shown = found.slice(0, limit);
  return {
    payoutImports: shown.map((one) => importShown(ctx, one)),
    nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}
