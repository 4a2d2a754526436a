-- What is credited by the word of one node, while the others of its network give no answer: bounded for
-- the whole outage, and checked again once another node is back.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- Removed once the outage is over and everything credited in it was checked again.
create table single_node_total (
  account_id text not null references account,
  network text not null,
  -- In parts of a dollar, of which there are 10^18, so that no amount of a stablecoin is rounded.
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
  -- When nodes are asked about it again.
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
