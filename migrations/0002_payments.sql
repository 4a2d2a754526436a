-- What is owed, the links that ask for it, and what was paid.

create table payee_destination (
  id text primary key,
  account_id text not null references account,
  -- The whole ERC-7828 text, wallet and token in checksum form.
  destination_id text not null,
  network text not null,
  wallet_address text not null,
  token_address text not null,
  currency_id text not null,
  active boolean not null,
  created_at timestamptz(3) not null,
  unique (account_id, destination_id)
);
create index payee_destination_active on payee_destination (account_id, id) where active;

create table request (
  id text primary key,
  account_id text not null references account,
  -- '01' and the 64 hex digits of a keccak-256.
  request_id text not null unique check (request_id ~ '^01[0-9a-f]{64}$'),
  -- Eight bytes; unique, because a log that names one must mean one request.
  payment_reference text not null unique check (payment_reference ~ '^0x[0-9a-f]{16}$'),
  -- keccak-256 of the reference: what a log carries, and how a payment finds its request.
  reference_key bytea not null unique check (length(reference_key) = 32),
  salt text not null check (salt ~ '^[0-9a-f]{16}$'),
  status text not null check (status in ('created', 'partially_paid', 'paid')),
  network text not null,
  currency_id text not null,
  token_address text not null,
  payee_address text not null,
  expected_units numeric(78, 0) not null check (expected_units > 0),
  fee_units numeric(78, 0) not null check (fee_units >= 0),
  fee_percentage text,
  fee_address text,
  created_at timestamptz(3) not null,
  check ((fee_percentage is null) = (fee_address is null))
);
create index request_account on request (account_id, id);

create table secure_payment (
  -- A ULID: the public token, and the right to read and pay the link.
  token text primary key,
  account_id text not null references account,
  -- The client ID it was created with, if one was.
  client_id_id text references client_id,
  origin text,
  payment_type text not null check (payment_type in ('single', 'batch')),
  flow text not null check (flow in ('incoming', 'outgoing')),
  status text not null
    check (status in ('pending', 'completed', 'expired', 'invalidated', 'compliance_failed')),
  destination_id text,
  reference text,
  redirect_url text,
  redirect_label text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  completed_at timestamptz(3),
  -- It was completed by money that came after its deadline; an undone settlement then leads back to
  -- 'expired' instead of 'pending'.
  settled_late boolean not null default false
);
create index secure_payment_account on secure_payment (account_id, token);
-- The expiry sweep's queue.
create index secure_payment_due on secure_payment (expires_at, token) where status = 'pending';

create table secure_payment_request (
  secure_payment_token text not null references secure_payment,
  position integer not null check (position >= 0),
  request_id text not null unique references request,
  primary key (secure_payment_token, position)
);

-- What an integrator told us about the person who pays: apart, so that it can be erased.
create table secure_payment_person (
  secure_payment_token text primary key references secure_payment,
  payer_identifier text not null
);

-- How far each network has been looked at.
create table chain_cursor (
  network text primary key,
  block_number numeric(78, 0) not null,
  block_hash bytea not null,
  head_number numeric(78, 0) not null,
  finalized_number numeric(78, 0),
  updated_at timestamptz(3) not null
);

-- The newest blocks looked at, kept as far back as a reorg can be followed.
create table chain_block (
  network text not null,
  number numeric(78, 0) not null,
  hash bytea not null,
  primary key (network, number)
);

-- A payment seen on a chain. The block's hash and the log's index name it, so the same log is one
-- standing row however often it is seen, and the same transaction in another block is another. A row
-- that was undone stays as history; should its block come back, a new row takes its place.
create table chain_transfer (
  id text primary key,
  account_id text not null references account,
  request_id text not null references request,
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
  seen_at timestamptz(3) not null
);
create unique index chain_transfer_log on chain_transfer (network, block_hash, log_index)
  where status <> 'undone';
-- What still waits for confirmations, and for finality.
create index chain_transfer_seen on chain_transfer (network, block_number) where status = 'seen';
create index chain_transfer_confirmed on chain_transfer (network, block_number)
  where status = 'confirmed';
-- What a reorg takes back.
create index chain_transfer_active on chain_transfer (network, block_number)
  where status <> 'undone';
create index chain_transfer_request on chain_transfer (account_id, request_id);

-- Money received. Rows are added and never changed; a reorg adds a row to payment_undo.
create table payment (
  id text primary key,
  account_id text not null references account,
  request_id text not null references request,
  chain_transfer_id text not null unique references chain_transfer,
  network text not null,
  currency_id text not null,
  amount_units numeric(78, 0) not null check (amount_units > 0),
  fee_units numeric(78, 0) not null check (fee_units >= 0),
  payer_address text not null,
  transaction_hash bytea not null,
  -- It arrived after the link's deadline.
  late boolean not null,
  received_at timestamptz(3) not null
);
create index payment_request on payment (request_id, id);
create index payment_account on payment (account_id, id);

create table payment_undo (
  payment_id text primary key references payment,
  undone_at timestamptz(3) not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are added, never changed', tg_table_name;
end $$;
create trigger payment_is_immutable before update or delete on payment
  for each row execute function refuse_change();
create trigger payment_undo_is_immutable before update or delete on payment_undo
  for each row execute function refuse_change();
