import type { Insertable } from 'kysely';
import type { Context } from '#context.ts';
import type { RequestNoteTable } from '#platform/db/tables.generated.ts';

/** A note about a request. */
export interface RequestNote {
  readonly id: string;
  readonly text: string;
  readonly authorKind: string;
  readonly personId: string | null;
  readonly createdAt: Date;
}

/** The notes of a request, or one of them. */
export interface NotePlace {
  readonly accountId: string;
  /** The request's row. */
  readonly requestRowId: string;
}

/** Adds a note. */
export async function insertNote(ctx: Context, note: Insertable<RequestNoteTable>): Promise<void> {
  await ctx.db.insertInto('request_note').values(note).execute();
}

/** Up to `limit` notes of a request, oldest first. */
export async function findNotes(
  ctx: Context,
  { accountId, requestRowId }: NotePlace,
  limit: number,
): Promise<readonly RequestNote[]> {
  return await ctx.db
    .selectFrom('request_note')
    .select([
      'id',
      'text',
      'author_kind as authorKind',
      'person_id as personId',
      'created_at as createdAt',
    ])
    .where('account_id', '=', accountId)
    .where('request_id', '=', requestRowId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Locks a request, so that its notes are counted by one at a time. */
export async function lockNotes(ctx: Context, { requestRowId }: NotePlace): Promise<void> {
  await ctx.db
    .selectFrom('request')
    .select('id')
    .where('id', '=', requestRowId)
    .forNoKeyUpdate()
    .execute();
}

/** Removes a note of a request; returns whether it was there. */
export async function deleteNote(
  ctx: Context,
  { accountId, requestRowId, noteId }: NotePlace & { readonly noteId: string },
): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('request_note')
    .where('account_id', '=', accountId)
    .where('request_id', '=', requestRowId)
    .where('id', '=', noteId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
