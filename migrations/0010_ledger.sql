-- Transfers seen on chains, the payments that they are, and which of them count. Everybody but the
-- ledger reads the views; what they select is pulled up into the query that reads them, so each uses
-- the indexes of the tables below.

-- A payment seen on a chain. The block's hash and the log's index name it, so the same log is one
-- active row however often it is seen, and the same transaction in another block is another. A row
-- that was undone stays as history; if its block returns, a new row is added.
create table chain_transfer (
  id text primary key,
  account_id text not null references account,
  request_id text not null,
  status text not null check (status in ('seen', 'confirmed', 'finalized', 'undone')),
  network text not null,
  block_number numeric(78, 0) not null,
  block_hash bytea not null,
  block_time timestamptz(3) not null,
  transaction_hash bytea not null,
  log_index integer not null,
  payer_address text not null,
  claimed_units numeric(78, 0) not null,
  credited_units numeric(78, 0) not null check (credited_units >= 0),
  fee_units numeric(78, 0) not null,
  fee_address text not null,
  -- What moved in the token, where the request is counted in an invoice currency; null is the same units as above.
  token_units numeric(78, 0) check (token_units >= 0),
  token_fee_units numeric(78, 0) check (token_fee_units >= 0),
  seen_at timestamptz(3) not null,
  -- The newest block of the network when the status changed, and when that was by our clock.
  confirmed_block numeric(78, 0),
  confirmed_at timestamptz(3),
  finalized_block numeric(78, 0),
  finalized_at timestamptz(3),
  -- Whether it alone paid what was missing when it was seen; it only decides what is settled first.
  completes boolean not null default false,
  -- The step of the rules by amount that it waits for, from the smallest amounts on. It only narrows
  -- the search; whether the transfer counts is computed anew.
  amount_step smallint not null default 0,
  -- Why it waits though it is deep enough: too few nodes answered, or some disagree.
  agreement text check (agreement in ('insufficient', 'disputed')),
  -- The nodes that disagree, by their position in the settings and their domain, without URLs. Empty
  -- for what is not disputed.
  disagreeing_nodes text[],
  agreement_checks integer not null default 0,
  agreement_due_at timestamptz(3)
);
create unique index chain_transfer_log on chain_transfer (network, block_hash, log_index)
  where status <> 'undone';
create index chain_transfer_request on chain_transfer (account_id, request_id);
-- What a reorg undoes.
create index chain_transfer_active on chain_transfer (network, block_number)
  where status <> 'undone';
-- What waits for finality.
create index chain_transfer_confirmed on chain_transfer (network, block_number)
  where status = 'confirmed';
-- What waits for confirmations.
create index chain_transfer_depth on chain_transfer (network, amount_step, block_number)
  where status = 'seen' and agreement_due_at is null;
-- The same by account and request, for when more is due than one batch settles: a flood of small
-- payments of one request or one account keeps no other waiting.
create index chain_transfer_full on chain_transfer (network, amount_step, account_id, block_number)
  where status = 'seen' and agreement_due_at is null and completes;
create index chain_transfer_partial
  on chain_transfer (network, amount_step, account_id, request_id, block_number)
  where status = 'seen' and agreement_due_at is null and not completes;
-- What waits for another check of node agreement, and the same by account.
create index chain_transfer_agreement_due on chain_transfer (network, agreement_due_at)
  where status = 'seen' and agreement_due_at is not null;
create index chain_transfer_agreement_due_fair
  on chain_transfer (network, completes, account_id, agreement_due_at)
  where status = 'seen' and agreement_due_at is not null;
-- What waits for the agreement of nodes, for monitoring.
create index chain_transfer_awaiting_agreement on chain_transfer (network)
  where status = 'seen' and agreement is not null;

-- Money received. Rows are added and never changed; a reorg adds a row to payment_undo.
create table payment (
  id text primary key,
  account_id text not null references account,
  request_id text not null,
  chain_transfer_id text not null unique references chain_transfer,
  network text not null,
  currency_id text not null,
  amount_units numeric(78, 0) not null check (amount_units > 0),
  fee_units numeric(78, 0) not null check (fee_units >= 0),
  -- What moved in the token, where the request is counted in an invoice currency; null is the same units as above.
  token_units numeric(78, 0) check (token_units >= 0),
  token_fee_units numeric(78, 0) check (token_fee_units >= 0),
  payer_address text not null,
  transaction_hash bytea not null,
  -- It arrived after the link's deadline.
  late boolean not null,
  received_at timestamptz(3) not null
);
create index payment_request on payment (request_id, id);
create index payment_account on payment (account_id, id);
-- Payments by their transaction, by payer, and newest first.
create index payment_transaction on payment (account_id, transaction_hash);
create index payment_payer on payment (account_id, payer_address, received_at desc, id desc);
create index payment_received on payment (account_id, received_at desc, id desc);
create trigger payment_is_immutable before update or delete on payment
  for each row execute function refuse_change();

create table payment_undo (
  payment_id text primary key references payment,
  undone_at timestamptz(3) not null
);
create trigger payment_undo_is_immutable before update or delete on payment_undo
  for each row execute function refuse_change();

-- The transfers of blocks that their chain holds.
create view active_transfer as
select id, account_id, request_id, status, network, block_number, block_hash, block_time,
  transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units, fee_address,
  coalesce(token_units, credited_units) as token_units,
  coalesce(token_fee_units, fee_units) as token_fee_units,
  seen_at, confirmed_block, confirmed_at, finalized_block, finalized_at,
  completes, amount_step, agreement, disagreeing_nodes, agreement_checks, agreement_due_at
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

-- The same, and also those that were undone, with the time of that.
create view payment_history as
select p.id, p.account_id, p.request_id, p.chain_transfer_id, p.network, p.currency_id,
  p.amount_units, p.fee_units, p.token_units, p.token_fee_units, p.payer_address,
  p.transaction_hash, p.late, p.received_at, undo.undone_at
from payment p
left join payment_undo undo on undo.payment_id = p.id;
