-- How far chains were read, what credits nothing, what one node alone confirmed, and the comparison of
-- stored payments with chains.

create table chain_cursor (
  network text primary key,
  -- The newest block that was read.
  block_number numeric(78, 0) not null,
  block_hash bytea not null,
  head_number numeric(78, 0) not null,
  -- What the nodes call safe; null where they do not say, or where no setting needs it.
  safe_number numeric(78, 0),
  safe_at timestamptz(3),
  finalized_number numeric(78, 0),
  -- The time of the block that the nodes call final; a tag that fell behind is not used alone.
  finalized_at timestamptz(3),
  updated_at timestamptz(3) not null,
  -- Since when, and why, the network is neither followed nor settled until an operator resumes it.
  halted_at timestamptz(3),
  halted_reason text,
  constraint chain_cursor_halt check ((halted_at is null) = (halted_reason is null))
);

-- The newest blocks that were read, stored as far back as a reorg can be followed.
create table chain_block (
  network text not null,
  number numeric(78, 0) not null,
  hash bytea not null,
  primary key (network, number)
);

-- What named one of our references and credits nothing, for operators alone: anybody can copy one.
create table suspicious_transfer (
  id text primary key,
  account_id text not null references account,
  request_id text not null references request,
  -- The first reason why it credits nothing, as the domain rules name it.
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
  -- When a reorg removed its block.
  undone_at timestamptz(3)
);
create unique index suspicious_transfer_log on suspicious_transfer (network, block_hash, log_index)
  where undone_at is null;
create index suspicious_transfer_active on suspicious_transfer (network, block_number)
  where undone_at is null;
create index suspicious_transfer_request on suspicious_transfer (request_id, id);
create index suspicious_transfer_account on suspicious_transfer (account_id, id);

-- How many more a request had than are stored: a flood of copies costs one row.
create table suspicious_overflow (
  request_id text primary key references request,
  account_id text not null references account,
  omitted bigint not null check (omitted > 0),
  newest_at timestamptz(3) not null
);
create index suspicious_overflow_account on suspicious_overflow (account_id, request_id);

-- The sum that one node alone confirmed while the others of its network did not answer: bounded for
-- the whole outage, and removed once everything credited in it was checked again.
create table single_node_total (
  account_id text not null references account,
  network text not null,
  -- In units of 10^-18 dollars, so that no amount of a stablecoin is rounded.
  dollar_units numeric(78, 0) not null check (dollar_units >= 0),
  since timestamptz(3) not null,
  primary key (account_id, network)
);

create table single_node_credit (
  chain_transfer_id text primary key references chain_transfer,
  account_id text not null references account,
  network text not null,
  dollar_units numeric(78, 0) not null check (dollar_units >= 0),
  credited_at timestamptz(3) not null,
  checks integer not null default 0,
  -- When nodes are queried about it again.
  due_at timestamptz(3) not null,
  -- When more than one node answered for it.
  rechecked_at timestamptz(3),
  -- Whether those had it.
  is_confirmed boolean,
  check ((rechecked_at is null) = (is_confirmed is null))
);
create index single_node_credit_pending on single_node_credit (network, due_at)
  where rechecked_at is null;
create index single_node_credit_account on single_node_credit (account_id, network)
  where rechecked_at is null;

-- How far the stored payments of a network were compared with its chain in the background: several
-- processes share the work, and after a restart it continues where it stopped.
create table reconciliation (
  network text primary key,
  -- Where a round over all blocks begins.
  first_block numeric(78, 0) not null,
  -- The first block that was never compared. It follows what is final.
  next_block numeric(78, 0) not null,
  -- The next block to compare once more; at the end of what was compared a new round begins.
  recheck_block numeric(78, 0) not null,
  -- Requests without a transfer are checked behind this id next.
  after_request text not null default '',
  -- When the next slice may be compared. Whoever takes it moves this on first, so that nobody else
  -- takes the same one; if that process dies, another one takes the slice at this time.
  due_at timestamptz(3) not null,
  -- When a slice was last compared.
  compared_at timestamptz(3),
  -- When blocks that were never compared were last compared.
  advanced_at timestamptz(3)
);

-- One row for each difference as long as it is found.
create table reconciliation_difference (
  network text not null,
  -- What names the difference: its kind and all that it is about.
  key text not null,
  kind text not null,
  -- The public request id.
  request_id text,
  transaction_hash bytea,
  block_number numeric(78, 0),
  -- The token of a link or of a bundle.
  secure_payment_token text,
  expected text not null,
  found text not null,
  -- The blocks of the slice that showed it, both included; null where no block leads to it.
  from_block numeric(78, 0),
  to_block numeric(78, 0),
  -- The page of requests that showed it: those behind this id; null where blocks lead to it.
  after_request text,
  found_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  -- When a later comparison found it once more; only then it raises an alarm.
  confirmed_at timestamptz(3),
  primary key (network, key),
  check ((from_block is null) = (to_block is null)),
  check ((from_block is null) <> (after_request is null))
);
