-- Payouts that accounts make again and again, kept under a name.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table saved_payout (
  id text primary key,
  account_id text not null references account,
  -- Its name within the account.
  label text not null,
  recipient text not null,
  network text not null,
  currency_id text not null,
  amount_units numeric(78, 0) not null check (amount_units > 0),
  creator_wallet_address text not null,
  reference text,
  created_at timestamptz(3) not null,
  unique (account_id, label)
);
create index saved_payout_account on saved_payout (account_id, id);
