-- Who sent a payment that a bridge made: the sender of the transaction that made its deposit, once that was found
-- on its own network. Until then the depositor is the word of whoever filled it.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table chain_transfer add column bridge_sender text;

-- Payments by the wallet that sent them from another network.
create index chain_transfer_sender on chain_transfer (account_id, bridge_sender)
  where bridge_sender is not null;

create or replace view active_transfer as
select id, account_id, request_id, status, network, block_number, block_hash, block_time,
  transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units, fee_address,
  coalesce(token_units, credited_units) as token_units,
  coalesce(token_fee_units, fee_units) as token_fee_units,
  seen_at, confirmed_block, confirmed_at, finalized_block, finalized_at,
  completes, amount_step, agreement, disagreeing_nodes, agreement_checks, agreement_due_at,
  bridge_origin_chain_id, bridge_deposit_id, bridge_sender
from chain_transfer
where status <> 'undone';

-- How far each request is paid, as before; who paid is not said of a bridge's payment whose deposit was not found.
create or replace view payment_progress as
select r.id as request_id, progress.*
from request r
cross join lateral (
  select
    paid.units as paid_units,
    paid.token_units as paid_token_units,
    -- The newest payment while something was unpaid; later ones paid nothing of the request.
    paid.transaction_hash as paid_transaction_hash,
    case when newest.bridge_origin_chain_id is null then paid.payer_address
      else newest.bridge_sender end as paid_by_address,
    -- The newest transfer that was seen and does not count yet.
    seen.transaction_hash as seen_transaction_hash,
    seen.block_number as seen_block_number,
    -- While there is one: the sum of all transfers, in units of what moved.
    seen.transferred_units,
    -- The milestones of that payment, or else of that transfer.
    newest.block_number, newest.seen_at, newest.confirmed_block, newest.confirmed_at,
    newest.finalized_block, newest.finalized_at
  from (
    select
      coalesce(sum(amount_units), 0)::numeric(78, 0) as units,
      coalesce(sum(token_units), 0)::numeric(78, 0) as token_units,
      (array_agg(transaction_hash order by id desc)
        filter (where units_before < r.expected_units))[1] as transaction_hash,
      (array_agg(payer_address order by id desc)
        filter (where units_before < r.expected_units))[1] as payer_address,
      (array_agg(chain_transfer_id order by id desc)
        filter (where units_before < r.expected_units))[1] as transfer_id
    from (
      -- Ids sort by time.
      select p.id, p.amount_units, p.token_units, p.transaction_hash, p.payer_address,
        p.chain_transfer_id,
        sum(p.amount_units) over (order by p.id rows unbounded preceding)
          - p.amount_units as units_before
      from active_payment p
      where p.request_id = r.id
    ) in_order
  ) paid
  left join lateral (
    select transfer.transaction_hash, transfer.id, transfer.block_number,
      (
        select sum(other.token_units) from active_transfer other
        where other.account_id = transfer.account_id and other.request_id = transfer.request_id
      ) as transferred_units
    from active_transfer transfer
    where transfer.account_id = r.account_id and transfer.request_id = r.id
      and transfer.status = 'seen'
    order by transfer.id desc
    limit 1
  ) seen on true
  left join active_transfer newest on newest.id = coalesce(paid.transfer_id, seen.id)
  -- Kept together: PostgreSQL plans a join of more than eight tables in parts, and would read all of one.
  offset 0
) progress;

-- Deposits that are to be looked up, by the transfer that names each; a row is removed once its deposit was found
-- or given up.
create table deposit_lookup (
  chain_transfer_id text primary key references chain_transfer,
  account_id text not null references account,
  -- Where it was made.
  network text not null,
  deposit_id numeric(78, 0) not null,
  depositor text not null,
  -- Of all that the fill repeats of its deposit.
  terms_hash bytea not null check (octet_length(terms_hash) = 32),
  lookups integer not null default 0,
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create index deposit_lookup_account on deposit_lookup (account_id, chain_transfer_id);
create index deposit_lookup_due on deposit_lookup (due_at, chain_transfer_id);
