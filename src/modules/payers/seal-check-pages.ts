import type { Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import { sealCheckPage } from './check-page.ts';
import { removeEndedPages, storeSealedPage, takeClearPages } from './store/check-pages.ts';

/**
 * Seals up to `limit` addresses of pages that an earlier release stored in clear, also while it still runs, and removes those of checks that
 * it has ended. Returns how many rows changed. Without a key nothing is sealed.
 */
export async function sealCheckPages(ctx: Context, limit: number): Promise<number> {
  const removed = await removeEndedPages(ctx, limit);
  if (ctx.dataVault === undefined) return removed;
  return await transact(ctx, async (ctx) => {
    const pages = await takeClearPages(ctx, limit);
    for (const page of pages) {
      await storeSealedPage(ctx, page, sealCheckPage(ctx, page, page.url));
    }
    return removed + pages.length;
  });
}
