import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';

/** Makes a link, which has no other, that of a request which was there before it; in the transaction that adds the link. */
export async function attachRequest(
  ctx: Context,
  { token, requestRowId }: { readonly token: string; readonly requestRowId: string },
): Promise<void> {
  invariant(ctx.db.isTransaction, 'a link is stored with its request');
  await sql`
    insert into secure_payment_request (secure_payment_token, position, request_id)
    values (${token}, 0, ${requestRowId})`.execute(ctx.db);
}
