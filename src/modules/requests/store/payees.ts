import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';

/**
 * Names the address at which a request that is paid out is paid from now on, in the transaction of its order. A request of which
 * anything was paid keeps its own.
 */
export async function setPayee(
  ctx: Context,
  { requestRowId, payeeAddress }: { readonly requestRowId: string; readonly payeeAddress: string },
): Promise<void> {
  invariant(ctx.db.isTransaction, 'a deposit address is stored with its order');
  const { numAffectedRows } = await sql`
    update request set payee_address = ${payeeAddress}
    where id = ${requestRowId} and paid_units = 0`.execute(ctx.db);
  invariant(numAffectedRows === 1n, 'a request with a new order is unpaid');
}
