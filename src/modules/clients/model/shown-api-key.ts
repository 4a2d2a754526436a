import { isoTime } from '#kit/clock.ts';

/** An API key as it is stored, without what proves it. */
export interface ApiKeyRow {
  readonly id: string;
  readonly label: string;
  readonly prefix: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly replaced_by: string | null;
  readonly created_by: string | null;
}

/** Whether a key gives access: `expiring` still does, beside the one that replaced it. */
export type ApiKeyStatus = 'active' | 'expiring' | 'expired' | 'revoked';

/** An API key as its owner sees it. */
export interface ShownApiKey {
  readonly id: string;
  readonly label: string;
  readonly prefix: string;
  readonly status: ApiKeyStatus;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** The id of the key that a rotation put in its place. */
  readonly replacedBy: string | null;
  /** The person who made it; null where an operator did, or a release that did not note it. */
  readonly createdBy: string | null;
}

/** A new API key, whose text is returned only here. */
export interface ApiKeyCreated {
  readonly id: string;
  readonly apiKey: string;
  readonly label: string;
  /** Its first characters, for people to recognise it by. */
  readonly prefix: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: null;
}

/** What a key is worth at a moment. */
export function statusOfApiKey(row: ApiKeyRow, now: Date): ApiKeyStatus {
  if (row.revoked_at !== null) return 'revoked';
  if (row.expires_at !== null && row.expires_at.getTime() <= now.getTime()) return 'expired';
  return row.replaced_by === null ? 'active' : 'expiring';
}

/** Writes a stored key as its owner sees it. */
export function showApiKey(row: ApiKeyRow, now: Date): ShownApiKey {
  return {
    id: row.id,
    label: row.label,
    prefix: row.prefix,
    status: statusOfApiKey(row, now),
    createdAt: isoTime(row.created_at),
    lastUsedAt: row.last_used_at && isoTime(row.last_used_at),
    expiresAt: row.expires_at && isoTime(row.expires_at),
    revokedAt: row.revoked_at && isoTime(row.revoked_at),
    replacedBy: row.replaced_by,
    createdBy: row.created_by,
  };
}

/** When a key that is replaced now stops working: after the overlap, or at its own earlier end. */
export function endOfOverlap(
  row: Pick<ApiKeyRow, 'expires_at'>,
  { now, overlapSeconds }: { readonly now: Date; readonly overlapSeconds: number },
): Date {
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  return row.expires_at !== null && row.expires_at.getTime() < end.getTime() ? row.expires_at : end;
}
