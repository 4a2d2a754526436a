-- The fees that a partner charges on payments that it creates for its platforms: by default, and for
-- one client ID instead or beside. A config is copied into the plan of each new payment, so changing
-- it changes no payment that exists.

create table fee_config (
  id text primary key,
  -- The partner's account.
  account_id text not null references account,
  orchestrator_id text not null references orchestrator,
  -- Null is the default for every platform of the partner.
  client_id_id text references client_id,
  flow text not null check (flow in ('incoming', 'outgoing')),
  bearer text not null check (bearer in ('payer', 'recipient')),
  bps integer not null check (bps between 0 and 10000),
  -- As the partner wrote it; null is no cap.
  usd_cap text,
  evm_recipient_address text,
  tron_recipient_address text,
  status text not null check (status in ('active', 'disabled')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint fee_config_has_recipient
    check (evm_recipient_address is not null or tron_recipient_address is not null),
  -- One for each bearer of a flow, also while it is disabled; so there are two of a flow at most.
  constraint fee_config_scope
    unique nulls not distinct (orchestrator_id, client_id_id, flow, bearer)
);
