import type { Insertable } from 'kysely';
import type { Context } from '#context.ts';
import type { AuditEntryTable } from '#platform/db/tables.generated.ts';

interface NewAuditEntry {
  readonly entry: Insertable<AuditEntryTable>;
  /** From where; undefined for what nobody called. */
  readonly ipAddress: string | undefined;
}

/** Adds an entry, and apart from it the address of the call. */
export async function insertAuditEntry(
  ctx: Context,
  { entry, ipAddress }: NewAuditEntry,
): Promise<void> {
  await ctx.db.insertInto('audit_entry').values(entry).execute();
  if (ipAddress === undefined) return;
  await ctx.db
    .insertInto('audit_place')
    .values({ audit_entry_id: entry.id, ip_address: ipAddress })
    .execute();
}
