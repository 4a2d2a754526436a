-- Payers whose identity is checked: where they stand, what is known of them (sealed), and which callbacks were received.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table payer (
  -- A UUID, shown as userId.
  id text primary key,
  account_id text not null references account,
  -- The integrator's own id of the person.
  client_user_id text not null,
  beneficiary_type text not null check (beneficiary_type in ('individual', 'business')),
  identity_status text not null
    check (identity_status in ('not_started', 'pending', 'approved', 'rejected', 'retry_required')),
  agreement_status text not null
    check (agreement_status in ('not_started', 'pending', 'completed', 'rejected', 'failed')),
  -- Who checks, and which check of this payer it is: what is said of an earlier one is not taken.
  identity_provider text not null,
  check_number integer not null check (check_number > 0),
  check_reference text,
  check_url text,
  check_expires_at timestamptz(3),
  check_started_at timestamptz(3),
  -- When the provider came to what was last taken over, by its own clock.
  check_decided_at timestamptz(3),
  -- Rises whenever the provider is to be read anew: what was read before is not taken.
  revision integer not null default 0,
  tries integer not null default 0,
  -- Null while there is nothing to ask.
  next_check_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (account_id, client_user_id)
);

create index payer_due on payer (next_check_at, id) where next_check_at is not null;

-- Personal data, apart from everything else so that it can be erased: one sealed text for each payer.
create table payer_secret (
  -- The payer's.
  id text primary key references payer,
  account_id text not null references account,
  person bytea not null,
  person_key_version integer not null,
  updated_at timestamptz(3) not null
);

-- Callbacks that were received, so that none counts twice. Removed after some days.
create table payer_callback (
  provider text not null,
  event_id text not null,
  payer_id text not null references payer,
  received_at timestamptz(3) not null,
  primary key (provider, event_id)
);

create index payer_callback_received_at on payer_callback (received_at);
create index payer_callback_payer on payer_callback (payer_id);
