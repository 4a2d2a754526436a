import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';

/**
 * Removes up to `limit` deliveries that ended before a time, oldest first and with their attempts
 * and bodies, and returns how many. One that a replay names stays as long as the replay; one that is still to
 * be sent, or that is being replayed at the moment, stays too. The body of an event goes with the last delivery of it.
 */
export async function deleteFinished(ctx: Context, before: Date, limit: number): Promise<number> {
  return await transact(ctx, async (ctx) => {
    const { rows } = await sql<{ event_id: string | null }>`
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
      delete from webhook_delivery where id = any (array(select id from finished))
      returning event_id`.execute(ctx.db);
    await deleteBodies(ctx, rows);
    return rows.length;
  });
}

/**
 * Two processes may each delete one of the last two deliveries of an event. So its bodies are locked before the look at
 * what is left: whoever is second sees what the first deleted.
 */
async function deleteBodies(
  ctx: Context,
  deleted: readonly { readonly event_id: string | null }[],
): Promise<void> {
  const eventIds = [...new Set(deleted.flatMap(({ event_id }) => event_id ?? []))];
  if (eventIds.length === 0) return;
  await sql`
    select from webhook_event_body where event_id = any (${eventIds}::text[])
    order by event_id, number for update`.execute(ctx.db);
  // A replay keeps the first delivery of its event, so looking for first ones is enough.
  await sql`
    delete from webhook_event_body body
    where event_id = any (${eventIds}::text[])
      and not exists (
        select from webhook_delivery delivery
        where delivery.event_id = body.event_id and delivery.replay_of is null and not delivery.is_test
      )`.execute(ctx.db);
}
