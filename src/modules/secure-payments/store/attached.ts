import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';

/** Makes a link, which has no other, that of a request which was there before it; in the transaction that adds the link. */
export async function attachRequest(
  ctx: Context,
  { token, requestRowId }: { readonly token: string; readonly requestRowId: string },
): Promise<void> {
  invariant(ctx.db.isTransaction, 'a link is stored with its request');
  // Two steps, as one that passes to another link: its trigger removes the positions of lists by direction, which it joins late.
  await sql`
    insert into secure_payment_request (secure_payment_token, position, request_id, superseded)
    values (${token}, 0, ${requestRowId}, true)`.execute(ctx.db);
  await sql`
    update secure_payment_request set superseded = false
    where secure_payment_token = ${token}`.execute(ctx.db);
}
