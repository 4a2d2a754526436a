-- Accounts, who may sign in to them, and who is signed in. This file precedes those of the modules
-- below identity because every owned row references its account.

create table account (
  id text primary key,
  name text not null,
  created_at timestamptz(3) not null
);

-- Florin itself, which owns the pay page's client ID; the smallest ULID.
insert into account (id, name, created_at)
values ('00000000000000000000000000', 'Florin itself', now());

alter table idempotent_answer add foreign key (account_id) references account;

-- A wallet whose signature opens an account.
create table wallet_login (
  id text primary key,
  account_id text not null references account,
  family text not null check (family in ('evm', 'tron')),
  -- In the form in which its chain shows it; a wallet opens one account.
  address text not null unique,
  -- The chain on which a contract at the address first accepted a signature: on another chain the
  -- address may belong to somebody else.
  contract_chain_id bigint,
  created_at timestamptz(3) not null
);
create index wallet_login_account on wallet_login (account_id, id);

create table email_login (
  id text primary key,
  account_id text not null references account,
  email text not null,
  -- Lower case: two spellings of an address are one person.
  email_key text not null unique,
  password_hash text not null,
  created_at timestamptz(3) not null
);
create index email_login_account on email_login (account_id, id);

-- A message for a wallet to sign. One attempt consumes it, also a failed one.
create table wallet_challenge (
  id text primary key,
  family text not null check (family in ('evm', 'tron')),
  address text not null,
  chain_id bigint not null,
  nonce text not null,
  message text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3)
);
-- What the sweep removes.
create index wallet_challenge_expiry on wallet_challenge (expires_at);

create table session (
  id text primary key,
  account_id text not null references account,
  kind text not null check (kind in ('wallet', 'email')),
  wallet_login_id text references wallet_login,
  email_login_id text references email_login,
  -- The SHA-256 of the token; the token itself is stored nowhere.
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  -- The latest end of the session, however busy it is.
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  check ((kind = 'wallet') = (wallet_login_id is not null)),
  check ((kind = 'email') = (email_login_id is not null))
);
create index session_account on session (account_id, id);
-- What the sweep removes.
create index session_expiry on session (expires_at);

-- From where somebody signed in: a table of its own, so that it can be erased.
create table session_metadata (
  session_id text primary key references session on delete cascade,
  ip_address text not null,
  user_agent text
);
