-- API keys and client IDs: how callers prove that they may act for an account.

-- Only the SHA-256 of a key is stored; by the prefix people recognise it.
create table api_key (
  id text primary key,
  account_id text not null references account,
  label text not null,
  prefix text not null,
  key_hash bytea not null unique,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  -- A rotation: the new key, while the old one is valid until it expires.
  replaced_by text references api_key
);
create index api_key_account on api_key (account_id, id);

create table client_id (
  id text primary key,
  account_id text not null references account,
  -- The public `cli_...` text.
  client_id text not null unique,
  label text not null,
  -- Origins that may use it from a browser; none makes it a backend client ID.
  allowed_domains text[] not null default '{}',
  -- 'page' is the hosted pay page's own; its domains follow PAY_URL.
  purpose text not null default 'integrator' check (purpose in ('integrator', 'page')),
  status text not null check (status in ('active', 'inactive', 'revoked')),
  rate_tier text not null default 'default'
    check (rate_tier in ('basic', 'default', 'premium', 'high_volume')),
  fee_percentage text,
  fee_address text,
  operator_wallet_address text,
  -- Seconds, for commerce payments.
  default_pre_approval_expiry bigint check (default_pre_approval_expiry > 0),
  default_authorization_expiry bigint check (default_authorization_expiry > 0),
  -- Links created with it are paid to this destination and to no other.
  payee_destination_id text references payee_destination,
  -- Whether a browser that uses it may pay other payees than the account's own destinations. Null is
  -- the default of the mode: yes in the sandbox, no in production, where anybody could otherwise
  -- have their own wallet's payments reported as the account's.
  can_pay_any_payee boolean,
  -- While it is linked, only this partner creates links with it.
  orchestrator_id text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3),
  last_used_at timestamptz(3),
  constraint client_id_fee check ((fee_percentage is null) = (fee_address is null))
);
create index client_id_account on client_id (account_id, id);
-- For a preflight: does any active client ID list this origin?
create index client_id_domain on client_id using gin (allowed_domains) where status = 'active';
create unique index client_id_page on client_id (purpose) where purpose = 'page';
-- The few whose open links the sweep withdraws.
create index client_id_revoked on client_id (id) where status = 'revoked';

alter table event add foreign key (client_id_id) references client_id;

create view client_id_summary as
select id, account_id, client_id, status, orchestrator_id from client_id;
