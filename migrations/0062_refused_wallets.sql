-- Wallets because of which a call was refused, where no link keeps them.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- One row for each wallet, operation and link, at most some hundreds of an account; removed a month after the last refusal.
create table refused_wallet (
  id text primary key,
  account_id text not null references account,
  -- As its chain writes it.
  wallet_address text not null,
  role text not null check (role in ('payer', 'recipient')),
  network text not null,
  reason_code text not null check (reason_code in ('screening_rejected', 'provider_error')),
  -- Who rejected it, or gave no answer.
  provider text,
  -- Null where a background job refused it, and where a link names it.
  operation_id text,
  -- Of a link whose wallet lists gave no answer about; a decision about one is in link_screening.
  secure_payment_token text references secure_payment,
  created_at timestamptz(3) not null,
  refused_at timestamptz(3) not null,
  constraint refused_wallet_once unique nulls not distinct
    (account_id, wallet_address, role, operation_id, secure_payment_token)
);

-- Lists for operators, of all accounts and of one, and how many an account has.
create index refused_wallet_newest on refused_wallet (reason_code, refused_at, id);
create index refused_wallet_of_account on refused_wallet (account_id, reason_code, refused_at, id);
-- What is removed.
create index refused_wallet_age on refused_wallet (refused_at);
create index refused_wallet_link on refused_wallet (secure_payment_token)
  where secure_payment_token is not null;
