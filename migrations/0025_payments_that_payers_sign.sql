-- Payments that a payer signs and this installation sends: what was handed out to be signed, and the
-- transactions that were sent with the operator's key.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table relayed_transaction (
  id text primary key,
  account_id text not null references account,
  -- What it does; two open or successful transactions never have the same one.
  purpose text not null,
  -- What it is about; of two that are open only one is sent, so that nothing is paid twice.
  subject text not null,
  network text not null,
  sender_address text not null,
  nonce numeric(78, 0) not null,
  -- What is called, and what the transaction may use at most.
  call json not null,
  limits json not null,
  -- As it was signed last, before it was sent. Where it was signed again with higher fees, the hashes before.
  transaction_hash bytea not null check (octet_length(transaction_hash) = 32),
  signed bytea not null,
  earlier_hashes bytea[] not null default '{}',
  -- What it may cost at most, in the smallest unit of the coin.
  cost_units numeric(78, 0) not null check (cost_units >= 0),
  created_at timestamptz(3) not null,
  signed_at timestamptz(3) not null,
  -- Null while it may still be carried out. Displaced: another transaction of the sender has its nonce.
  outcome text check (outcome in ('succeeded', 'failed', 'displaced')),
  -- When it is looked up next; null once it has ended.
  next_check_at timestamptz(3),
  constraint relayed_transaction_ended check ((outcome is null) = (next_check_at is not null))
);
create unique index relayed_transaction_purpose on relayed_transaction (purpose)
  where outcome is null or outcome = 'succeeded';
create unique index relayed_transaction_subject on relayed_transaction (subject)
  where outcome is null;
create unique index relayed_transaction_nonce
  on relayed_transaction (network, sender_address, nonce) where outcome is distinct from 'displaced';
-- What an account has cost on a network in a day.
create index relayed_transaction_account on relayed_transaction (account_id, network, created_at);
create index relayed_transaction_due on relayed_transaction (next_check_at, id)
  where next_check_at is not null;

create table signed_payment (
  id text primary key,
  account_id text not null references account,
  request_id text not null references request,
  network text not null,
  currency_id text not null,
  payer_address text not null,
  nonce numeric(78, 0) not null,
  expires_at timestamptz(3) not null,
  -- The payments as the payer signs them, in their order.
  payments json not null,
  -- The approval of the token that the payer signs too; null where none is needed or none is taken.
  approval json,
  created_at timestamptz(3) not null
);
create index signed_payment_account on signed_payment (account_id, id);
create index signed_payment_expiry on signed_payment (expires_at, id);
