-- What operators see of the key that sends: what its account has on each network, read in the background, and what was
-- spent there in a day.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table relay_sender (
  network text primary key,
  sender_address text not null,
  balance_units numeric(78, 0) not null check (balance_units >= 0),
  -- What the transactions of the day (UTC) may cost: all of them, and those of the account with the most.
  spent_units numeric(78, 0) not null check (spent_units >= 0),
  account_spent_units numeric(78, 0) not null check (account_spent_units >= 0),
  read_at timestamptz(3) not null
);

-- What all accounts have cost on a network in a day.
create index relayed_transaction_network on relayed_transaction (network, created_at);
