import type { Context } from '#context.ts';
import { type AuditPage, type AuditQuery, readAuditPage } from './read-audit-page.ts';
import { INSTALLATION_ID } from './record-administration.ts';

/** A page of the installation's own log, newest first, for administrators: what they did, to whichever account. */
export async function listAdministration(ctx: Context, query: AuditQuery): Promise<AuditPage> {
  return await readAuditPage(ctx, INSTALLATION_ID, query);
}
