import { accountOf, type Context } from '#context.ts';
import { NOTES_MAX, type ShownNote, shownNote } from './add-request-note.ts';
import { openOwnRequest } from './read-scope.ts';
import { findNotes } from './store/notes.ts';

/** All notes about a request of the caller's account, oldest first. Refuses (404) a request that is unknown or another account's. */
export async function listRequestNotes(
  ctx: Context,
  { requestId }: { readonly requestId: string },
): Promise<{ readonly notes: ShownNote[] }> {
  const { id: requestRowId } = await openOwnRequest(ctx, requestId);
  const notes = await findNotes(ctx, { accountId: accountOf(ctx), requestRowId }, NOTES_MAX);
  return { notes: notes.map(shownNote) };
}
