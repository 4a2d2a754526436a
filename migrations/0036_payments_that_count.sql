-- Says once which payments and transfers count. Everybody but the ledger reads these views; what they
-- select is pulled up into the query that reads them, so each keeps to the indexes of the tables below.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- The transfers of blocks that their chain holds.
create view active_transfer as
select id, account_id, request_id, status, network, block_number, block_hash, block_time,
  transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units, fee_address,
  -- Rows from before conversions have none: then the token is what the request is counted in.
  coalesce(token_units, credited_units) as token_units,
  coalesce(token_fee_units, fee_units) as token_fee_units,
  seen_at, confirmed_block, confirmed_at, finalized_block, finalized_at
from chain_transfer
where status <> 'undone';

-- The same, and also those that a reorg undid.
create view transfer_history as
select id, account_id, request_id, status, network, block_number, block_hash, block_time,
  transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units, fee_address,
  coalesce(token_units, credited_units) as token_units,
  coalesce(token_fee_units, fee_units) as token_fee_units,
  seen_at, confirmed_block, confirmed_at, finalized_block, finalized_at
from chain_transfer;

-- The payments that count: all that were not undone.
create view active_payment as
select p.id, p.account_id, p.request_id, p.chain_transfer_id, p.network, p.currency_id,
  p.amount_units, p.fee_units,
  coalesce(p.token_units, p.amount_units) as token_units,
  coalesce(p.token_fee_units, p.fee_units) as token_fee_units,
  p.payer_address, p.transaction_hash, p.late, p.received_at
from payment p
where not exists (select from payment_undo undo where undo.payment_id = p.id);

-- The same, and also those that were undone, which say when.
create view payment_history as
select p.id, p.account_id, p.request_id, p.chain_transfer_id, p.network, p.currency_id,
  p.amount_units, p.fee_units, p.token_units, p.token_fee_units, p.payer_address,
  p.transaction_hash, p.late, p.received_at, undo.undone_at
from payment p
left join payment_undo undo on undo.payment_id = p.id;

-- How far each request is paid, one row for each. It begins with `request`, so that a query which names a
-- few requests reads the payments of these few.
create view payment_progress as
select r.id as request_id, progress.*
from request r
cross join lateral (
  select
    paid.units as paid_units,
    paid.token_units as paid_token_units,
    -- The newest payment that found something unpaid; later ones paid nothing of the request.
    paid.transaction_hash as paid_transaction_hash,
    paid.payer_address as paid_by_address,
    -- The newest transfer that was seen and does not count yet.
    seen.transaction_hash as seen_transaction_hash,
    seen.block_number as seen_block_number,
    -- While there is one: what all transfers brought, in units of what moved.
    seen.transferred_units,
    -- How far that payment got, or else that transfer.
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
