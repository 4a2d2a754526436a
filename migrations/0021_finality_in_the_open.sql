-- What is known of a payment on its chain, in the open: when it was seen, confirmed and final, and at
-- which block; what named one of our requests and paid nothing of it; how far its nodes agree; and a
-- network that stands still until a person has looked at it.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table chain_cursor
  -- The time of the block that the node calls final; a tag that fell behind is not believed alone.
  add column finalized_at timestamptz(3),
  -- Since when, and why, nothing is followed and settled here until an operator says so.
  add column halted_at timestamptz(3),
  add column halted_reason text,
  add constraint chain_cursor_halt check ((halted_at is null) = (halted_reason is null));

-- The newest block that was looked at when a transfer moved, and when that was by our clock. Rows
-- that an earlier release moved have neither.
alter table chain_transfer
  add column confirmed_block numeric(78, 0),
  add column confirmed_at timestamptz(3),
  add column finalized_block numeric(78, 0),
  add column finalized_at timestamptz(3),
  -- Why it waits though it is deep enough: too few nodes answered, or some say otherwise.
  add column agreement text check (agreement in ('insufficient', 'disputed')),
  add column agreement_checks integer not null default 0,
  add column agreement_due_at timestamptz(3);
-- What waits for the agreement of nodes, for whoever watches over them.
create index chain_transfer_awaiting_agreement on chain_transfer (network)
  where status = 'seen' and agreement is not null;

-- What named one of our references and credits nothing, for operators alone: anybody can copy one.
create table suspicious_transfer (
  id text primary key,
  account_id text not null references account,
  request_id text not null references request,
  -- The first reason why it credits nothing, in the words of the settlement's law.
  reason text not null,
  network text not null,
  kind text not null check (kind in ('token', 'native', 'conversion')),
  block_number numeric(78, 0) not null,
  block_hash bytea not null,
  block_time timestamptz(3) not null,
  transaction_hash bytea not null,
  log_index integer not null,
  proxy_address text not null,
  -- Null for the native coin.
  token_address text,
  payee_address text not null,
  payer_address text not null,
  claimed_units numeric(78, 0) not null check (claimed_units >= 0),
  credited_units numeric(78, 0) not null check (credited_units >= 0),
  seen_at timestamptz(3) not null,
  -- When a reorg took its block away.
  undone_at timestamptz(3)
);
create unique index suspicious_transfer_log on suspicious_transfer (network, block_hash, log_index)
  where undone_at is null;
create index suspicious_transfer_active on suspicious_transfer (network, block_number)
  where undone_at is null;
create index suspicious_transfer_request on suspicious_transfer (request_id, id);
create index suspicious_transfer_account on suspicious_transfer (account_id, id);

-- How many more a request had than are kept: a flood of copies costs one row.
create table suspicious_overflow (
  request_id text primary key references request,
  account_id text not null references account,
  omitted bigint not null check (omitted > 0),
  newest_at timestamptz(3) not null
);
create index suspicious_overflow_account on suspicious_overflow (account_id, request_id);
