import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { findAuditEntries } from './store.ts';

/** Which entries to read. */
export interface AuditQuery {
  readonly limit: number;
  /** The last id of the page before; undefined begins with the newest entry. */
  readonly cursor: string | undefined;
  readonly action: string | undefined;
  readonly objectId: string | undefined;
}

/** Who did what to which object. */
interface ShownEntry {
  readonly id: string;
  readonly actor: { readonly kind: string; readonly id: string | null };
  readonly action: string;
  readonly object: { readonly kind: string; readonly id: string };
  readonly details: unknown;
  readonly ipAddress: string | null;
  readonly correlationId: string | null;
  readonly createdAt: string;
}

/** Entries of a log, newest first, and where the next page begins; null on the last one. */
export interface AuditPage {
  readonly entries: ShownEntry[];
  readonly nextCursor: string | null;
}

/**
 * A page of an account's log, newest first. Walking it by its cursors gives every entry that
 * was there at the first page exactly once, however many are added meanwhile.
 */
export async function readAuditPage(
  ctx: Context,
  accountId: string,
  { limit, ...input }: AuditQuery,
): Promise<AuditPage> {
  // One more than the page size shows whether another page follows.
  const found = await findAuditEntries(ctx, { ...input, accountId, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const nextCursor = found.length > limit ? (shown.at(-1)?.id ?? null) : null;
  const entries = shown.map((entry) => ({
    id: entry.id,
    actor: { kind: entry.actorKind, id: entry.actorId },
    action: entry.action,
    object: { kind: entry.objectKind, id: entry.objectId },
    details: JSON.parse(entry.details),
    ipAddress: entry.ipAddress,
    correlationId: entry.correlationId,
    createdAt: isoTime(entry.createdAt),
  }));
  return { entries, nextCursor };
}
