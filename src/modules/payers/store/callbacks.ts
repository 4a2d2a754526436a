import { sql } from 'kysely';
import type { Context } from '#context.ts';

interface ReceivedCallback {
  readonly provider: string;
  readonly eventId: string;
  readonly payerId: string;
}

/** Keeps that a callback was received; returns whether it is the first time. */
export async function insertCallback(
  ctx: Context,
  { provider, eventId, payerId }: ReceivedCallback,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('payer_callback')
    .values({ provider, event_id: eventId, payer_id: payerId, received_at: ctx.now() })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Removes up to `limit` callbacks from before a time; returns how many. */
export async function deleteCallbacks(ctx: Context, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from payer_callback where (provider, event_id) in (
      select provider, event_id from payer_callback where received_at < ${before}
      order by received_at limit ${limit}
    )`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
