import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { openOwnRequest } from './read-scope.ts';
import { deleteNote } from './store/notes.ts';

/** Removes a note for good, with an entry in the audit log. Refuses (404) a request or a note that the account does not have. */
export async function removeRequestNote(
  ctx: Context,
  { requestId, noteId }: { readonly requestId: string; readonly noteId: string },
): Promise<{ readonly removed: true }> {
  const accountId = accountOf(ctx);
  const { id: requestRowId } = await openOwnRequest(ctx, requestId);
  await transact(ctx, async (ctx) => {
    if (!(await deleteNote(ctx, { accountId, requestRowId, noteId }))) throw noteNotFound();
    const object = { kind: 'request', id: requestId };
    const details = { noteId };
    await recordAudit(ctx, { accountId, action: 'request_note.removed', object, details });
  });
  return { removed: true };
}

/** 404: the request has no such note. */
export function noteNotFound(): Refusal {
  return new Refusal('request_note_not_found', 404, 'Note not found');
}
