-- Operations of smart accounts that pay links: which were sponsored, for how much, and which were sent.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table user_operation (
  id text primary key,
  account_id text not null references account,
  -- The link that it pays.
  token text not null,
  network text not null,
  -- The contract that executes it.
  entry_point text not null,
  -- The smart account, which uses each nonce once.
  sender_address text not null,
  nonce numeric(78, 0) not null check (nonce >= 0),
  -- Of what the account executes.
  call_hash bytea not null check (octet_length(call_hash) = 32),
  -- What it may cost the operator at most, in the smallest unit of the coin; 0 where no paymaster was called.
  cost_units numeric(78, 0) not null check (cost_units >= 0),
  -- When its cost was counted last, for the budgets of the day.
  counted_at timestamptz(3) not null,
  constraint user_operation_once unique (token, network, entry_point, sender_address, nonce)
);
-- What an account, and all together, have cost on a network in a day.
create index user_operation_account on user_operation (account_id, network, counted_at);
create index user_operation_network on user_operation (network, counted_at);
