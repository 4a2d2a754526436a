import { accountOf, type Context } from '#context.ts';
import { type AuditPage, type AuditQuery, readAuditPage } from './read-audit-page.ts';

/** A page of the caller's own log, newest first. */
export async function listAudit(ctx: Context, query: AuditQuery): Promise<AuditPage> {
  return await readAuditPage(ctx, accountOf(ctx), query);
}
