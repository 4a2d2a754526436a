import { sql } from 'kysely';
import type { SimWorld } from './world.ts';

/** Adds to the tally what became of it all. */
export async function countStored({ db, tally, receivers }: SimWorld): Promise<void> {
  const { rows } = await sql<{ what: string; times: bigint }>`
    select 'event ' || type as what, count(*) as times from event group by 1
    union all select 'credit by one node ' || case when is_confirmed then 'confirmed'
      when is_confirmed is null then 'not checked again' else 'denied' end, count(*)
      from single_node_credit group by 1
    union all select 'delivery ' || status, count(*) from webhook_delivery group by 1
    union all select 'payment on ' || network, count(*) from payment group by 1
    union all select 'request of ' || origin_form, count(*) from request group by 1
    union all select 'move of ' || kind || ' to ' || became, count(*) from sim_move group by 1
    order by 1`.execute(db);
  for (const { what, times } of rows) tally[what] = Number(times);
  tally['posts'] = [...receivers.got.values()].reduce((sum, { posted }) => sum + posted, 0);
}

/** What the ledger says at the end, without what real time had a part in. */
export async function digestOf({ db }: SimWorld): Promise<string> {
  const payments = await db
    .selectFrom('payment')
    .leftJoin('payment_undo', 'payment_id', 'id')
    .select(['id', 'request_id', 'amount_units', 'transaction_hash', 'undone_at'])
    .orderBy('id')
    .execute();
  const events = await db.selectFrom('event').select(['id', 'payload']).orderBy('id').execute();
  const deliveries = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'status', 'attempts'])
    .orderBy('id')
    .execute();
  return JSON.stringify([payments, events, deliveries], (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
}
