import { accountOf, type Context } from '#context.ts';
import { readPages } from '#kit/read-pages.ts';
import { type AuditQuery, readAuditPage } from './read-audit-page.ts';

/** How many entries one query reads; a page of them is held in memory. */
const PAGE_ENTRIES = 500;

/**
 * All entries of the caller's own log that meet the filters, newest first, a page at a time. What is added after the
 * first page was read is left out.
 */
export function exportAudit(ctx: Context, filters: Pick<AuditQuery, 'action' | 'objectId'>) {
  const accountId = accountOf(ctx);
  return readPages(async (cursor: string | undefined) => {
    const query = { ...filters, cursor, limit: PAGE_ENTRIES };
    const { entries, nextCursor } = await readAuditPage(ctx, accountId, query);
    return { items: entries, next: nextCursor ?? undefined };
  });
}
