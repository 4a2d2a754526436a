-- Bank accounts of payers, to which payments can be paid out.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table payment_detail (
  id text primary key,
  account_id text not null references account,
  payer_id text not null references payer,
  -- The integrator's own id of the payer, which events name.
  client_user_id text not null,
  status text not null check (status in ('pending', 'approved', 'failed')),
  -- Three letters, as they were sent.
  currency text not null,
  rails text not null check (rails in ('local', 'swift', 'wire')),
  -- Everything else that is known of the account and its owner, encrypted with the key of this version. Null once it was erased.
  sealed bytea,
  sealed_key_version integer,
  -- Why it failed, in words of ours.
  failure_reason text,
  -- What the provider that pays out calls the account. Kept when the rest is erased, to have the provider erase it too.
  provider_account_id text,
  -- How often in a row the provider gave no result.
  failure_count integer not null default 0,
  -- When the provider is asked next; null is never.
  next_check_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  erased_at timestamptz(3),
  constraint payment_detail_sealed check (
    (sealed is null) = (sealed_key_version is null) and (sealed is null) = (erased_at is not null)
  ),
  constraint payment_detail_erased check (erased_at is null or next_check_at is null)
);
create index payment_detail_payer on payment_detail (account_id, payer_id, id);
create index payment_detail_next_check on payment_detail (next_check_at) where next_check_at is not null;
-- Found when keys are rotated.
create index payment_detail_sealed_key on payment_detail (sealed_key_version, id) where sealed_key_version is not null;
-- Erased when they are older than this installation keeps them.
create index payment_detail_created on payment_detail (created_at) where erased_at is null;

-- When what is known of a payer was erased. The row stays, for what refers to it, under an id that no integrator gave.
alter table payer add column erased_at timestamptz(3);
-- Erased when it is older than this installation keeps it.
create index payer_secret_updated on payer_secret (updated_at);
