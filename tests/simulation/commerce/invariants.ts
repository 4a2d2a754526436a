import { sql } from 'kysely';
import { CONFIRMATIONS } from '../networks.ts';
import type { SimWorld } from '../world.ts';

/** What is stored of commerce payments that cannot be true, whatever happened so far. */
export async function findHoldingProblems(world: SimWorld): Promise<string[]> {
  const limits = world.networks.map((network) => ({
    network,
    deepest: `${highestOf(world, network) - BigInt(CONFIRMATIONS[network]) + 1n}`,
  }));
  const { rows } = await sql<{ problem: string }>`
    with moved as (
      select id, count(*) as times from sim_move where kind = 'commerce_payment' group by 1
    ), reported as (
      select payload ->> 'requestId' as id, type, count(*) as times from event
      where type in ('commerce_payment.status_changed', 'payment.refunded') group by 1, 2
    ), refunded as (
      select payment.request_id as id, count(*) as times
      from commerce_event found join commerce_payment payment on payment.id = found.commerce_payment_id
      where found.type = 'refunded' and found.counted_at is not null group by 1
    )
    select 'commerce payment ' || coalesce(moved.id, reported.id) || ' moved ' || coalesce(moved.times, 0)
      || ' times, reported ' || coalesce(reported.times, 0) || ' times' as problem
    from moved full join (select * from reported where type = 'commerce_payment.status_changed') reported
      on reported.id = moved.id
    where moved.times is distinct from reported.times
    union all
    select 'commerce payment ' || coalesce(refunded.id, reported.id) || ' had ' || coalesce(refunded.times, 0)
      || ' refunds, reported ' || coalesce(reported.times, 0) || ' times'
    from refunded full join (select * from reported where type = 'payment.refunded') reported
      on reported.id = refunded.id
    where refunded.times is distinct from reported.times
    union all
    select 'an operation of ' || payment.request_id || ' is done, a reorg took it back, and none is open'
    from commerce_operation done join commerce_payment payment on payment.id = done.commerce_payment_id
    where done.outcome = 'done' and not exists (
      select from commerce_event found where found.commerce_payment_id = done.commerce_payment_id
        and found.transaction_hash = done.transaction_hash and found.undone_at is null
    ) and not exists (
      select from commerce_operation open
      where open.commerce_payment_id = done.commerce_payment_id and open.outcome is null
    )
    union all
    select 'an event of the escrow in block ' || found.block_number || ' of ' || found.network
      || ' counts, and no node has had more than makes ' || chain.deepest || ' deep enough'
    from json_to_recordset(${JSON.stringify(limits)}::json) as chain (network text, deepest numeric)
    join commerce_event found on found.network = chain.network
    where found.counted_at is not null and found.block_number > chain.deepest`.execute(world.db);
  return [
    ...rows.map(({ problem }) => problem),
    ...world.complaints.map((line) => `something failed though nothing was made to fail: ${line}`),
  ];
}

/** The highest block that any node has had, forks included. */
function highestOf({ chains, holding }: SimWorld, network: SimWorld['networks'][number]): bigint {
  const { ledger, nodeList } = chains[network];
  const heads = nodeList.map(({ branch }) =>
    branch === undefined ? 0n : branch.from + BigInt(branch.blocks.length) - 1n,
  );
  const before = holding?.highest.get(network) ?? 0n;
  const highest = [...heads, ledger.head().number, before].reduce((a, b) => (a > b ? a : b));
  holding?.highest.set(network, highest);
  return highest;
}
