-- Lists of payouts that are created in the background: what was asked for, and what became of each row.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table payout_import (
  id text primary key,
  account_id text not null references account,
  status text not null check (status in ('running', 'completed', 'stopped')),
  -- The name of the file that it was read from, where there was one.
  file_name text,
  creator_wallet_address text not null,
  -- Whether its payouts are put into bundles once all are created.
  makes_bundles boolean not null,
  -- SHA-256 of what is paid to whom, by which the same list is known again.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  -- The import that this one knowingly pays again.
  repeat_of text references payout_import,
  -- Who asked for it; its payouts are theirs.
  api_key_id text,
  session_id text,
  login_id text,
  person_id text,
  -- Why it waits or why there is no bundle, for a person.
  problem text,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  check ((api_key_id is null) <> (session_id is null)),
  check ((session_id is null) = (login_id is null) and (session_id is null) = (person_id is null)),
  check ((status = 'running') = (ended_at is null)),
  -- Asked for twice at the same time it is created once.
  constraint payout_import_once unique nulls not distinct (account_id, fingerprint, repeat_of)
);
create index payout_import_account on payout_import (account_id, id);
create index payout_import_running on payout_import (id) where status = 'running';
create index payout_import_repeat on payout_import (repeat_of) where repeat_of is not null;

create table payout_import_row (
  payout_import_id text not null references payout_import,
  -- From 0, in the order of the list.
  position integer not null check (position >= 0),
  account_id text not null references account,
  -- Where it stands in the file.
  line integer not null check (line > 0),
  status text not null check (status in ('waiting', 'created', 'refused', 'stopped')),
  recipient text not null,
  network text not null,
  currency_id text not null,
  amount_units numeric(78, 0) not null check (amount_units > 0),
  reference text,
  -- When it is created, or tried again.
  due_at timestamptz(3) not null,
  secure_payment_token text references secure_payment,
  multicall_payout_token text references multicall_payout,
  problem_code text,
  problem text,
  primary key (payout_import_id, position),
  constraint payout_import_row_created check ((status = 'created') = (secure_payment_token is not null)),
  constraint payout_import_row_refused check ((status = 'refused') = (problem is not null)),
  check (multicall_payout_token is null or status = 'created')
);
-- The queue.
create index payout_import_row_due on payout_import_row (due_at, payout_import_id, position)
  where status = 'waiting';
create index payout_import_row_waiting on payout_import_row (payout_import_id) where status = 'waiting';
create unique index payout_import_row_link on payout_import_row (secure_payment_token)
  where secure_payment_token is not null;
create index payout_import_row_bundle on payout_import_row (multicall_payout_token)
  where multicall_payout_token is not null;

-- What an integrator says about who is paid: a table of its own, so that it can be erased. A row goes once its
-- payout, which keeps it, is created, or never will be.
create table payout_import_person (
  payout_import_id text not null,
  position integer not null,
  recipient_identifier text not null,
  primary key (payout_import_id, position),
  foreign key (payout_import_id, position) references payout_import_row
);

-- Payout links of an account, all or of one status, newest first.
create index secure_payment_payout on secure_payment (account_id, token) where flow = 'outgoing';
create index secure_payment_payout_status on secure_payment (account_id, status, token)
  where flow = 'outgoing';
