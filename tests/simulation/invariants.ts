import { sql } from 'kysely';
import type { Machine } from '#kit/machine.ts';
import { commerceMachine } from '#modules/commerce/model/status.ts';
import { chainTransferMachine } from '#modules/ledger/model/transfer-status.ts';
import { multicallMachine } from '#modules/multicall-payouts/model/status.ts';
import {
  instalmentMachine,
  recurringPayoutMachine,
} from '#modules/recurring-payouts/model/status.ts';
import { requestMachine } from '#modules/requests/model/status.ts';
import { securePaymentMachine } from '#modules/secure-payments/model/status.ts';
import { webhookDeliveryMachine } from '#modules/webhooks/model/status.ts';
import { findExcess } from './background.ts';
import { findIntentProblems } from './bridge/invariants.ts';
import { findHoldingProblems } from './commerce/invariants.ts';
import { CONFIRMATIONS, SOLIDIFYING } from './networks.ts';
import { findRecurringProblems } from './recurring/invariants.ts';
import { findSafeProblems } from './safes/invariants.ts';
import { findScreeningProblems } from './screening/invariants.ts';
import type { STATUS_TABLES } from './status-moves.ts';
import type { SimWorld } from './world.ts';

/** One check may move an intent several times, of which its observations are the record. */
type CheckedTable = Exclude<keyof typeof STATUS_TABLES, 'payment_intent'>;

const MACHINES: Readonly<Record<CheckedTable, Machine<string, string>>> = {
  request: requestMachine,
  secure_payment: securePaymentMachine,
  chain_transfer: chainTransferMachine,
  multicall_payout: multicallMachine,
  webhook_delivery: webhookDeliveryMachine,
  commerce_payment: commerceMachine,
  recurring_payout: recurringPayoutMachine,
  recurring_instalment: instalmentMachine,
};

/** Commits may be numbered out of order while two processes interleave; so far back is looked again. */
const OVERLAP = 200n;

/** A statement with a parameter is planned once, and planning this one takes longer than running it. */
const PLANNED_ONCE = 1;

/** Reads the moves since the last poll; answers those that no table allows, and whether there were any. */
export function movesChecker(
  world: SimWorld,
): () => Promise<{ moved: boolean; problems: string[] }> {
  const seen = new Set<bigint>();
  let newest = 0n;
  return async () => {
    const { rows } = await sql<{
      n: bigint;
      kind: string;
      id: string;
      was: string;
      became: string;
    }>`
      select n, kind, id, was, became from sim_move where n > ${newest - OVERLAP} order by n`.execute(
      world.db,
    );
    const fresh = rows.filter(({ n }) => !seen.has(n));
    for (const { n } of fresh) {
      seen.add(n);
      if (n > newest) newest = n;
    }
    const problems = fresh
      .filter(({ kind, was, became }) => !isLegal(kind, was, became))
      .map(({ kind, id, was, became }) => `${kind} ${id} moved from ${was} to ${became}`);
    return { moved: fresh.length > 0, problems };
  };
}

function isLegal(kind: string, was: string, became: string): boolean {
  if (kind === 'payment_intent') return true;
  const machine = Object.entries(MACHINES).find(([name]) => name === kind)?.[1];
  return Object.values(machine?.[was] ?? {}).includes(became);
}

/**
 * What the ledger says that cannot be true, whatever happened so far. Each part of the statement is one
 * sentence about every row; the parts that count events leave fees out, which have no events.
 */
export async function findContradictions(world: SimWorld): Promise<string[]> {
  if (world.holding !== undefined) return await findHoldingProblems(world);
  const { rows } = await sql<{ problem: string }>`
    with active as materialized (
      select * from payment p
      where not exists (select from payment_undo u where u.payment_id = p.id)
    ), sums as materialized (
      select r.id, r.request_id, r.status, r.expected_units, r.origin_form, r.paid_units,
        r.paid_late_units, coalesce(sum(s.amount_units), 0) as paid,
        coalesce(sum(s.amount_units) filter (where s.late), 0) as paid_late
      from request r left join active s on s.request_id = r.id
      group by r.id
    ), reported as materialized (
      select type, payload ->> 'requestId' as request_id,
        '0x' || regexp_replace(payload ->> 'txHash', '^0x', '') as tx, count(*) as times
      from event where type in ('payment.confirmed', 'payment.partial', 'payment.reverted')
      group by 1, 2, 3
    ), happened as materialized (
      select 'added' as what, r.request_id, '0x' || encode(p.transaction_hash, 'hex') as tx, count(*) as times
      from payment p join request r on r.id = p.request_id
      where r.origin_form <> 'fee' group by 2, 3
      union all
      select 'undone', r.request_id, '0x' || encode(p.transaction_hash, 'hex'), count(*)
      from payment p join payment_undo u on u.payment_id = p.id join request r on r.id = p.request_id
      where r.origin_form <> 'fee' group by 2, 3
    ), news as materialized (
      select case when type = 'payment.reverted' then 'undone' else 'added' end as what,
        request_id, tx, sum(times) as times
      from reported group by 1, 2, 3
    )
    select 'a settled transfer has no payment that stands: ' || t.id as problem
    from chain_transfer t left join active s on s.chain_transfer_id = t.id
    where t.status in ('confirmed', 'finalized') and s.id is null
    union all
    select 'a payment stands on a transfer that is ' || t.status || ': ' || s.id
    from active s join chain_transfer t on t.id = s.chain_transfer_id
    where t.status not in ('confirmed', 'finalized')
    union all
    select 'a payment is not what its transfer credited: ' || s.id
    from active s join chain_transfer t on t.id = s.chain_transfer_id
    where s.amount_units <> t.credited_units
    union all
    select 'one log of a transaction counts twice for ' || t.request_id
    from chain_transfer t where t.status <> 'undone'
    group by t.network, t.transaction_hash, t.request_id having count(*) > 1
    union all
    select 'request ' || id || ' is ' || status || ' with ' || paid || ' of ' || expected_units
    from sums
    where status <> case when paid = 0 then 'created'
      when paid < expected_units then 'partially_paid' else 'paid' end
    union all
    select 'request ' || id || ' keeps ' || paid_units || ' and ' || paid_late_units || ' late, not '
      || paid || ' and ' || paid_late
    from sums where paid_units <> paid or paid_late_units <> paid_late
    union all
    select 'link ' || l.token || ' is ' || l.status || ' and ' || case when bool_and(r.status = 'paid')
      then 'wholly paid' else 'not wholly paid' end
    from secure_payment l
    join secure_payment_request a on a.secure_payment_token = l.token and not a.superseded
    join request r on r.id = a.request_id
    where l.status in ('pending', 'expired', 'completed')
    group by l.token having (l.status = 'completed') <> bool_and(r.status = 'paid')
    union all
    select 'a change was ' || coalesce(h.what, n.what) || ' ' || coalesce(h.times, 0) || ' times and reported '
      || coalesce(n.times, 0) || ' times, of ' || coalesce(h.request_id, n.request_id)
    from happened h full join news n on n.what = h.what and n.request_id = h.request_id and n.tx = h.tx
    where h.times is distinct from n.times
    union all
    select 'event ' || e.id || ' waits in no outbox and endpoint ' || w.id || ' has no delivery of it'
    from event e join webhook_endpoint w on w.account_id = e.account_id
    where e.type in ('payment.confirmed', 'payment.partial', 'payment.reverted')
      and not exists (select from outbox o where o.event_id = e.id)
      and not exists (select from webhook_delivery d
        where d.event_id = e.id and d.webhook_endpoint_id = w.id)
    union all
    select 'event ' || o.event_id || ' is in the outbox and has a delivery already'
    from outbox o where exists (select from webhook_delivery d where d.event_id = o.event_id)
    union all
    select 'request ' || coalesce(became.request_id, reported.request_id) || ' became final '
      || coalesce(became.times, 0) || ' times, reported ' || coalesce(reported.times, 0) || ' times'
    from (select r.request_id, count(*) as times from sim_move m
      join chain_transfer t on t.id = m.id join request r on r.id = t.request_id
      where m.kind = 'chain_transfer' and m.became = 'finalized' and r.origin_form <> 'fee'
      group by 1) became
    full join (select payload ->> 'requestId' as request_id, count(*) as times from event
      where type = 'payment.finalized' group by 1) reported on reported.request_id = became.request_id
    where became.times is distinct from reported.times
    union all
    select 'bundle ' || coalesce(moved.id, reported.token) || ' moved ' || coalesce(moved.times, 0)
      || ' times, reported ' || coalesce(reported.times, 0) || ' times'
    from (select id, count(*) as times from sim_move where kind = 'multicall_payout' group by 1) moved
    full join (select payload ->> 'multicallToken' as token, count(*) as times from event
      where type = 'multicall.status_changed' group by 1) reported on reported.token = moved.id
    where moved.times is distinct from reported.times
    union all
    select moved.kind || ' ' || moved.id || ' moved to ' || moved.became || ' ' || moved.times
      || ' times, reported ' || coalesce(reported.times, 0) || ' times'
    from (select kind, id, became, count(*) as times from sim_move
      where kind = 'secure_payment' and became = 'expired' and was = 'pending' group by 1, 2, 3) moved
    left join (select secure_payment_token, count(*) as times from event
      where type = 'link.expired' group by 1) reported on reported.secure_payment_token = moved.id
    where reported.times is distinct from moved.times and ${PLANNED_ONCE}::integer = 1`.execute(
    world.db,
  );
  return [
    ...rows.map(({ problem }) => problem),
    ...(await findHaste(world)),
    ...(await findExcess(world)),
    ...(await findIntentProblems(world)),
    ...(await findSafeProblems(world)),
    ...(await findRecurringProblems(world)),
    ...(await findScreeningProblems(world)),
    ...receiverProblems(world),
  ];
}

/** What counts before it is as deep as it must be, or is final before any node of the chain says so. */
async function findHaste({ db, networks, chains }: SimWorld): Promise<string[]> {
  const limits = networks.map((network) => ({
    network,
    blocks: CONFIRMATIONS[network],
    solid: network === SOLIDIFYING,
    final: chains[network].ledger.finalized().number.toString(),
  }));
  const { rows } = await sql<{ problem: string }>`
    select 'transfer ' || t.id || ' in block ' || t.block_number || ' of ' || t.network
      || ' counts since ' || t.confirmed_block || ', and final is ' || chain.final as problem
    from json_to_recordset(${JSON.stringify(limits)}::json)
      as chain (network text, blocks numeric, solid boolean, final numeric)
    join chain_transfer t on t.network = chain.network and t.status <> 'undone'
    where t.confirmed_block < t.block_number + chain.blocks - 1
      or (t.status = 'finalized' or chain.solid and t.status = 'confirmed')
        and t.block_number > chain.final`.execute(db);
  return rows.map(({ problem }) => problem);
}

function receiverProblems({ receivers, complaints }: SimWorld): string[] {
  return [
    ...receivers.changed.map((id) => `delivery ${id} was posted with another body than before`),
    ...complaints.map((line) => `something failed though nothing was made to fail: ${line}`),
  ];
}
