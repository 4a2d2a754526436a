-- Screening of wallets: what a list said of a wallet and when, and which wallets of a link were rejected.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- The newest answer of a provider about a wallet, by the policy that it was judged by. Owned by nobody: lists say the same to all.
create table screening_answer (
  provider text not null,
  -- Empty for the default of a provider.
  policy_id text not null,
  network text not null,
  -- As its chain writes it.
  wallet_address text not null,
  is_listed boolean not null,
  answered_at timestamptz(3) not null,
  primary key (provider, policy_id, network, wallet_address)
);

-- Old answers are removed.
create index screening_answer_answered_at on screening_answer (answered_at);

-- The result of a screening about one wallet of a link. Never changed once written.
create table link_screening (
  secure_payment_token text not null references secure_payment,
  role text not null check (role in ('payer', 'recipient')),
  wallet_address text not null,
  account_id text not null references account,
  wallet_type text not null check (wallet_type in ('eoa', 'smart_account')),
  -- The key whose tokens an account pays with.
  parent_wallet_address text,
  status text not null check (status in ('approved', 'rejected')),
  reason_code text not null,
  provider text not null,
  policy_id text,
  evaluated_at timestamptz(3) not null,
  primary key (secure_payment_token, role, wallet_address)
);
