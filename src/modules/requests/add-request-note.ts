import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { openOwnRequest } from './read-scope.ts';
import { findNotes, insertNote, lockNotes, type RequestNote } from './store/notes.ts';

/** More than a team writes about one payment; all of them are read with it. */
export const NOTES_MAX = 100;

/** A note as the account reads it. */
export interface ShownNote {
  readonly id: string;
  readonly text: string;
  readonly author: { readonly kind: string; readonly personId: string | null };
  readonly createdAt: string;
}

/**
 * Writes down a note about a request of the caller's account, with an entry in the audit log that says nothing of its text. Refuses (404) a request
 * that is unknown or another account's, and (409) one note too many.
 */
export async function addRequestNote(
  ctx: Context,
  { requestId, text }: { readonly requestId: string; readonly text: string },
): Promise<ShownNote> {
  const accountId = accountOf(ctx);
  const { id: requestRowId } = await openOwnRequest(ctx, requestId);
  const { actor } = ctx;
  const note: RequestNote = {
    id: ctx.newOrderedId(),
    text,
    authorKind: actor.kind,
    personId: actor.kind === 'session' ? actor.personId : null,
    createdAt: ctx.now(),
  };
  await transact(ctx, async (ctx) => {
    const place = { accountId, requestRowId };
    await lockNotes(ctx, place);
    if ((await findNotes(ctx, place, NOTES_MAX)).length === NOTES_MAX) throw tooManyNotes();
    await insertNote(ctx, {
      id: note.id,
      account_id: accountId,
      request_id: requestRowId,
      text: note.text,
      author_kind: note.authorKind,
      person_id: note.personId,
      created_at: note.createdAt,
    });
    const object = { kind: 'request', id: requestId };
    const details = { noteId: note.id };
    await recordAudit(ctx, { accountId, action: 'request_note.added', object, details });
  });
  return shownNote(note);
}

/** Maps a note to its response. */
export function shownNote({ authorKind, personId, createdAt, ...note }: RequestNote): ShownNote {
  return { ...note, author: { kind: authorKind, personId }, createdAt: isoTime(createdAt) };
}

/** 409: the request has as many notes as it may. */
export function tooManyNotes(): Refusal {
  const message = `A request has at most ${NOTES_MAX} notes: remove one first`;
  return new Refusal('too_many_notes', 409, message);
}
