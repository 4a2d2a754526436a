-- Who administers the installation, and whose account may do nothing.

-- Made by the command line alone.
create table administrator (
  person_id text primary key references person,
  created_at timestamptz(3) not null
);

-- An account whose sessions and keys are refused; what is paid to it on chains is still recorded.
create table account_block (
  account_id text primary key references account,
  -- For administrators and the account's own log.
  reason text not null check (length(reason) between 1 and 500),
  blocked_at timestamptz(3) not null
);

create view blocked_account as select account_id from account_block;

-- What administrators search accounts by, from its beginning and in any case.
create index account_name_key on account (lower(name) text_pattern_ops);
create index email_login_key on email_login (email_key text_pattern_ops);
create index wallet_login_key on wallet_login (lower(address) text_pattern_ops);
