import { sql } from 'kysely';
import type { Context } from '#context.ts';

/**
 * Removes up to `limit` deliveries that ended before a time, oldest first and with their attempts
 * and bodies, and returns how many. One that a replay names stays as long as the replay; one that is still to
 * be sent, or that is being replayed at the moment, stays too.
 */
export async function deleteFinished(ctx: Context, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with finished as (
      select delivery.id
      from webhook_delivery delivery
      where delivery.finished_at < ${before}
        and not exists (
          select from webhook_delivery replay where replay.replay_of = delivery.id
        )
      order by delivery.finished_at
      limit ${limit}
      for update of delivery skip locked
    ), attempts as (
      delete from webhook_attempt where webhook_delivery_id = any (array(select id from finished))
    )
    delete from webhook_delivery where id = any (array(select id from finished))`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
