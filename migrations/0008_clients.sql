-- What a client ID brings along: fees, a destination, a partner, a rate.

alter table client_id
  add column fee_percentage text,
  add column fee_address text,
  add column operator_wallet_address text,
  -- Seconds, for commerce payments.
  add column default_pre_approval_expiry bigint check (default_pre_approval_expiry > 0),
  add column default_authorization_expiry bigint check (default_authorization_expiry > 0),
  add column rate_tier text not null default 'default'
    check (rate_tier in ('basic', 'default', 'premium', 'high_volume')),
  -- Links made with it are paid to this destination and to no other.
  add column payee_destination_id text references payee_destination,
  -- While it is linked, only this partner makes links with it.
  add column orchestrator_id text references orchestrator,
  add column updated_at timestamptz(3),
  add constraint client_id_fee check ((fee_percentage is null) = (fee_address is null));

-- A rotation: the new key, while the old one lives on until it expires.
alter table api_key add column replaced_by text references api_key;
