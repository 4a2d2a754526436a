import type { Insertable } from 'kysely';
import type { Context } from '#context.ts';
import type { AuditEntryTable } from '#platform/db/tables.generated.ts';

interface NewAuditEntry {
  readonly entry: Insertable<AuditEntryTable>;
  /** The caller's address; undefined without a caller. */
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
    .insertInto('audit_entry_metadata')
    .values({ audit_entry_id: entry.id, ip_address: ipAddress })
    .execute();
}

/** Which part of an account's log is read. */
interface AuditPart {
  readonly accountId: string;
  readonly limit: number;
  /** Only entries older than this one. */
  readonly cursor: string | undefined;
  readonly action: string | undefined;
  readonly objectId: string | undefined;
}

/** Up to `limit` entries of an account, newest first. The address is null where it was erased. */
export async function findAuditEntries(
  ctx: Context,
  { accountId, limit, cursor, action, objectId }: AuditPart,
) {
  return await ctx.db
    .selectFrom('audit_entry')
    .leftJoin('audit_entry_metadata', 'audit_entry_metadata.audit_entry_id', 'audit_entry.id')
    .select([
      'audit_entry.id',
      'audit_entry.actor_kind as actorKind',
      'audit_entry.actor_id as actorId',
      'audit_entry.action',
      'audit_entry.object_kind as objectKind',
      'audit_entry.object_id as objectId',
      'audit_entry.details',
      'audit_entry_metadata.ip_address as ipAddress',
      'audit_entry.correlation_id as correlationId',
      'audit_entry.created_at as createdAt',
    ])
    .where('audit_entry.account_id', '=', accountId)
    .$if(cursor !== undefined, (query) => query.where('audit_entry.id', '<', cursor ?? ''))
    .$if(action !== undefined, (query) => query.where('audit_entry.action', '=', action ?? ''))
    .$if(objectId !== undefined, (query) =>
      query.where('audit_entry.object_id', '=', objectId ?? ''),
    )
    .orderBy('audit_entry.id', 'desc')
    .limit(limit)
    .execute();
}
