-- What people decide about wallets in advance, and what is listed of screenings.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- A wallet that an account, or the operator for it, approves or rejects before any vendor is asked. The audit log keeps what is removed.
create table screening_override (
  id text primary key,
  account_id text not null references account,
  -- As its chain writes it; of EVM chains it is the same on all.
  wallet_address text not null,
  -- One of each: neither replaces what the other has decided.
  set_by text not null check (set_by in ('account', 'operator')),
  decision text not null check (decision in ('approved', 'rejected')),
  reason text not null,
  created_at timestamptz(3) not null,
  -- Null holds until it is removed, which an approval does not.
  expires_at timestamptz(3),
  check (decision = 'rejected' or expires_at is not null)
);

create unique index screening_override_wallet on screening_override (account_id, wallet_address, set_by);
create index screening_override_of_account on screening_override (account_id, id);
create index screening_override_expiry on screening_override (expires_at) where expires_at is not null;

-- Lists for operators, of all accounts and of one.
create index link_screening_rejected on link_screening (evaluated_at, secure_payment_token, wallet_address)
  where status = 'rejected';
create index link_screening_rejected_of_account
  on link_screening (account_id, evaluated_at, secure_payment_token, wallet_address)
  where status = 'rejected';
create index wallet_screening_created on wallet_screening (created_at, secure_payment_token, wallet_address);
create index wallet_screening_of_account
  on wallet_screening (account_id, created_at, secure_payment_token, wallet_address);
create index wallet_screening_failed on wallet_screening (failed_at) where failed_at is not null;

-- When each vendor answered last.
create index vendor_answer_provider on vendor_answer (provider, answered_at);
