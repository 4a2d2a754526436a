-- Commerce payments: held in an escrow between what their payer agreed to and what their operator takes.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table commerce_payment (
  id text primary key,
  account_id text not null references account,
  -- The public id: 01 and a keccak-256.
  request_id text not null unique,
  client_id_id text references client_id,
  status text not null
    check (status in ('pending', 'authorizing', 'authorized', 'capturing', 'paid', 'voiding', 'voided', 'refunded', 'partially_refunded', 'expired', 'reclaimed', 'failed')),
  network text not null,
  currency_id text not null,
  -- The shop's own name for who is paid.
  merchant_id text not null,
  -- All that the payer agrees to; the hash is of all of it.
  operator_address text not null,
  payer_address text not null,
  receiver_address text not null,
  max_units numeric(78, 0) not null check (max_units > 0),
  pre_approval_expires_at timestamptz(3) not null,
  authorization_expires_at timestamptz(3) not null,
  refund_expires_at timestamptz(3) not null,
  fee_bps integer not null check (fee_bps between 0 and 10000),
  fee_address text,
  payment_reference bytea not null check (octet_length(payment_reference) = 8),
  -- What the escrow's events carry in place of the reference.
  reference_key bytea not null unique check (octet_length(reference_key) = 32),
  payment_hash bytea not null unique check (octet_length(payment_hash) = 32),
  -- What is authorised, and how the payer's tokens are collected.
  amount_units numeric(78, 0) not null check (amount_units > 0 and amount_units <= max_units),
  collection text not null check (collection in ('pre_approval', 'erc3009', 'permit2')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- When its status changes by time alone; null where it does not any more.
  expires_at timestamptz(3),
  -- Whether anything can still happen to it on the chain, and until when; null is without an end.
  is_watched boolean not null,
  watched_until timestamptz(3),
  constraint commerce_payment_expiries check (
    pre_approval_expires_at <= authorization_expires_at
    and authorization_expires_at <= refund_expires_at),
  constraint commerce_payment_fee check ((fee_bps = 0) = (fee_address is null))
);
create index commerce_payment_account on commerce_payment (account_id, id);
create index commerce_payment_expiry on commerce_payment (expires_at, id) where expires_at is not null;
create index commerce_payment_watched on commerce_payment (network, watched_until) where is_watched;

-- What the escrow reported. Amounts never change: a reorg marks what it took back.
create table commerce_event (
  id text primary key,
  account_id text not null references account,
  commerce_payment_id text not null references commerce_payment,
  type text not null check (type in ('authorized', 'charged', 'captured', 'voided', 'reclaimed', 'refunded')),
  units numeric(78, 0) not null check (units > 0),
  -- Whether the token's own logs show it; without it the event counts for nothing.
  is_moved boolean not null,
  network text not null,
  block_number numeric(78, 0) not null,
  block_hash bytea not null check (octet_length(block_hash) = 32),
  block_time timestamptz(3) not null,
  transaction_hash bytea not null check (octet_length(transaction_hash) = 32),
  log_index integer not null,
  seen_at timestamptz(3) not null,
  -- When it was deep enough.
  counted_at timestamptz(3),
  undone_at timestamptz(3)
);
create unique index commerce_event_position on commerce_event (network, block_hash, log_index)
  where undone_at is null;
create index commerce_event_payment on commerce_event (account_id, commerce_payment_id, id);
create index commerce_event_unmoved on commerce_event (network) where not is_moved and undone_at is null;
create index commerce_event_block on commerce_event (network, block_number) where undone_at is null;

-- What is sent with the operator's key. It is open until its event counts, or it has ended without one.
create table commerce_operation (
  id text primary key,
  account_id text not null references account,
  commerce_payment_id text not null references commerce_payment,
  kind text not null check (kind in ('authorize', 'capture', 'void')),
  units numeric(78, 0) not null check (units > 0),
  -- The payer's, where that is how its tokens are collected.
  signature bytea,
  -- The caller's own words.
  reason text,
  created_at timestamptz(3) not null,
  outcome text check (outcome in ('done', 'failed', 'refused')),
  ended_at timestamptz(3),
  -- Of the transaction that ended it.
  transaction_hash bytea,
  next_check_at timestamptz(3),
  constraint commerce_operation_ended check (
    (outcome is null) = (ended_at is null) and (outcome is null) = (next_check_at is not null))
);
-- Of two at once the second would be of amounts that the first changes.
create unique index commerce_operation_open on commerce_operation (commerce_payment_id)
  where outcome is null;
create index commerce_operation_payment on commerce_operation (account_id, commerce_payment_id, id);
create index commerce_operation_due on commerce_operation (next_check_at, id) where next_check_at is not null;

-- How far the escrow of each network was read; what is at and above it may still be replaced.
create table commerce_cursor (
  network text primary key,
  next_block numeric(78, 0) not null,
  head_block numeric(78, 0) not null,
  read_at timestamptz(3) not null
);

-- Authorisations by others that bear a reference of ours. Nothing of them is credited to anybody.
create table commerce_foreign_authorization (
  id text primary key,
  account_id text not null references account,
  commerce_payment_id text not null references commerce_payment,
  via text not null check (via in ('escrow', 'wrapper')),
  payment_hash bytea not null,
  network text not null,
  block_number numeric(78, 0) not null,
  block_hash bytea not null,
  transaction_hash bytea not null,
  log_index integer not null,
  seen_at timestamptz(3) not null,
  constraint commerce_foreign_authorization_position unique (network, block_hash, log_index)
);
create index commerce_foreign_authorization_seen on commerce_foreign_authorization (seen_at);
create index commerce_foreign_authorization_payment
  on commerce_foreign_authorization (account_id, commerce_payment_id);
