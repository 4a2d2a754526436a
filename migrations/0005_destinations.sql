-- Where accounts receive money: one active destination for each wallet.

create table payee_destination (
  id text primary key,
  account_id text not null references account,
  -- The whole ERC-7828 text, wallet and token in checksum form.
  destination_id text not null,
  network text not null,
  wallet_address text not null,
  token_address text not null,
  currency_id text not null,
  wallet_type text not null default 'eoa' check (wallet_type in ('eoa', 'safe')),
  -- Null lets every wallet pay and hides nothing.
  access_policy json,
  -- Whether the wallet itself registered it; somebody else may have named it.
  claimed boolean not null default false,
  active boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3),
  unique (account_id, destination_id)
);
create index payee_destination_active on payee_destination (account_id, id) where active;
create unique index payee_destination_wallet on payee_destination (account_id, wallet_address)
  where active;
-- Where a wallet that receives a payout wants its money.
create index payee_destination_claimed on payee_destination (wallet_address)
  where active and claimed;

create view destination_summary as
select id, account_id, destination_id from payee_destination;
