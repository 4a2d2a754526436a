-- Payments that count only once it is decided about who sent them.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- Who sent the transaction, which need not be whose tokens moved; null where an earlier release wrote it.
alter table chain_transfer add column sender_address text;
alter table chain_transfer drop constraint chain_transfer_status_check;
alter table chain_transfer add constraint chain_transfer_status_check
  check (status in ('seen', 'held', 'refused', 'confirmed', 'finalized', 'undone'));

create or replace view active_transfer as
select id, account_id, request_id, status, network, block_number, block_hash, block_time,
  transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units, fee_address,
  coalesce(token_units, credited_units) as token_units,
  coalesce(token_fee_units, fee_units) as token_fee_units,
  seen_at, confirmed_block, confirmed_at, finalized_block, finalized_at,
  completes, amount_step, agreement, disagreeing_nodes, agreement_checks, agreement_due_at,
  bridge_origin_chain_id, bridge_deposit_id, bridge_sender, payer_eoa_address, sender_address
from chain_transfer
where status <> 'undone';

-- How far each request is paid, as before. What is held was seen; whom nobody releases pays nothing.
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
    -- The newest transfer that was seen and does not count yet; one whose payer was refused is none.
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
          and other.status <> 'refused'
      ) as transferred_units
    from active_transfer transfer
    where transfer.account_id = r.account_id and transfer.request_id = r.id
      and transfer.status in ('seen', 'held')
    order by transfer.id desc
    limit 1
  ) seen on true
  left join active_transfer newest on newest.id = coalesce(paid.transfer_id, seen.id)
  -- Kept together: PostgreSQL plans a join of more than eight tables in parts, and would read all of one.
  offset 0
) progress;

-- The requests that only some wallets may pay, by the link that says so.
create view payer_restriction as
select asked.request_id, asked.secure_payment_token
from secure_payment_request asked
join secure_payment link on link.token = asked.secure_payment_token
where link.restricts_payers and not asked.superseded;

create view allowed_payer as
select secure_payment_token, wallet_address from secure_payment_payer;

-- What was decided about who sent a payment. A row stays when a reorg undoes its transfer: what an account released is
-- released again where the same transaction comes back in another block.
create table payer_check (
  chain_transfer_id text primary key references chain_transfer,
  account_id text not null references account,
  request_id text not null,
  network text not null,
  transaction_hash bytea not null,
  status text not null check (status in ('undecided', 'cleared', 'refused', 'released')),
  -- Why it does not count; the last one that applied.
  reason_code text,
  -- The wallet that it is about, where it is one.
  wallet_address text,
  -- The account lets this payment in although its payer is not on the allowlist.
  allowlist_waived boolean not null default false,
  checks integer not null default 0,
  -- When it is decided about; null where it is decided.
  due_at timestamptz(3),
  held_at timestamptz(3) not null,
  decided_at timestamptz(3)
);
create index payer_check_due on payer_check (due_at, chain_transfer_id) where due_at is not null;
-- What an account has to decide about, and what all have.
create index payer_check_open on payer_check (account_id, chain_transfer_id)
  where status in ('undecided', 'refused');
create index payer_check_waiting on payer_check (status, chain_transfer_id)
  where status in ('undecided', 'refused');
-- What was released of the same transaction before a reorg.
create index payer_check_transaction on payer_check (request_id, transaction_hash)
  where status = 'released';
