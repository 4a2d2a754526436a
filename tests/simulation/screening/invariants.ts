import { sql } from 'kysely';
import type { SimWorld } from '../world.ts';
import { SUSPECTS } from './screening.ts';

/** What the ledger says of who paid that cannot be true, whatever happened so far; each part is a sentence about every row. */
export async function findScreeningProblems({ db, screening }: SimWorld): Promise<string[]> {
  if (screening === undefined) return [];
  const { rows } = await sql<{ problem: string }>`
    with counted as materialized (
      select t.id, t.request_id, t.payer_address, asked.secure_payment_token as token,
        coalesce(c.status, 'none') as decided, coalesce(c.allowlist_waived, false) as is_waived,
        exists (select from payer_plan p where p.request_id = t.request_id) as is_judged,
        exists (select from payer_restriction p where p.request_id = t.request_id) as is_restricted
      from payment p join chain_transfer t on t.id = p.chain_transfer_id
      left join payer_check c on c.chain_transfer_id = t.id
      left join secure_payment_request asked
        on asked.request_id = t.request_id and not asked.superseded
      where not exists (select from payment_undo u where u.payment_id = p.id)
    )
    select 'payment by ' || id || ' counts, and ' || payer_address || ' may not pay' as problem
    from counted
    where decided <> 'released' and (
      payer_address = ${SUSPECTS.listed}
      or is_judged and payer_address = ${SUSPECTS.rejected}
      or is_restricted and not is_waived and not exists (select from allowed_payer a
        where a.secure_payment_token = token and a.wallet_address = payer_address))
    union all
    select 'payment by ' || id || ' counts, and no vendor has approved ' || payer_address
    from counted
    where is_judged and decided <> 'released' and not exists (
      select from link_screening s where s.secure_payment_token = token and s.role = 'payer'
        and s.wallet_address = payer_address and s.status = 'approved' and s.provider = 'hypernative')
    union all
    select 'transfer ' || t.id || ' is ' || t.status || ', and its check is '
      || coalesce(c.status, 'missing')
    from chain_transfer t left join payer_check c on c.chain_transfer_id = t.id
    where t.status in ('held', 'refused')
      and c.status is distinct from case t.status when 'held' then 'undecided' else 'refused' end
    union all
    select 'transfer ' || c.chain_transfer_id || ' was released, and nobody said so'
    from payer_check c
    where c.status = 'released' and not exists (
      select from payer_check same join audit_entry said on said.object_id = same.chain_transfer_id
      where said.action = 'held_payment.released' and same.request_id = c.request_id
        and same.transaction_hash = c.transaction_hash)
    union all
    select 'request ' || coalesce(became.request_id, reported.request_id) || ' had '
      || coalesce(became.times, 0) || ' payments refused, reported ' || coalesce(reported.times, 0)
    from (select r.request_id, count(*) as times from sim_move m
      join chain_transfer t on t.id = m.id join request r on r.id = t.request_id
      where m.kind = 'chain_transfer' and m.became = 'refused' group by 1) became
    full join (select payload ->> 'requestId' as request_id, count(*) as times from event
      where type = 'payment.held' group by 1) reported on reported.request_id = became.request_id
    where became.times is distinct from reported.times
    union all
    select 'wallet ' || s.wallet_address || ' of ' || s.secure_payment_token || ' is ' || s.status
      || ', reported ' || count(e.id) || ' times'
    from link_screening s left join event e on e.secure_payment_token = s.secure_payment_token
      and e.type = 'kyt.screening.completed' and e.payload ->> 'walletAddress' = s.wallet_address
      and e.payload ->> 'status' = s.status
    group by s.secure_payment_token, s.role, s.wallet_address, s.status having count(e.id) <> 1`.execute(
    db,
  );
  return rows.map(({ problem }) => problem);
}

/** At the end everybody who is asked has answered, so nothing waits for a decision. */
export async function findUndecided({ db, screening }: SimWorld): Promise<string[]> {
  if (screening === undefined) return [];
  const rows = await db
    .selectFrom('chain_transfer')
    .select('id')
    .where('status', '=', 'held')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => `transfer ${id} is still held`);
}
