-- Destinations of wallets: one active for each, with who may pay.

alter table payee_destination
  add column wallet_type text not null default 'eoa' check (wallet_type in ('eoa', 'safe')),
  -- Null lets every wallet pay and hides nothing.
  add column access_policy json,
  -- Whether the wallet itself registered it; somebody else may have named it.
  add column claimed boolean not null default false,
  add column updated_at timestamptz(3);

-- Earlier releases let a wallet have several: the newest stays active.
update payee_destination older set active = false
where active and exists (
  select from payee_destination newer
  where newer.account_id = older.account_id and newer.wallet_address = older.wallet_address
    and newer.active and newer.id > older.id
);
create unique index payee_destination_wallet on payee_destination (account_id, wallet_address)
  where active;
-- Where a wallet that is to be paid out wants its money.
create index payee_destination_claimed on payee_destination (wallet_address)
  where active and claimed;
