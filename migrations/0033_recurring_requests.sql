-- Requests that come again, and what was made of them.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table request_recurrence (
  -- The request that comes again, which is that of period 0.
  request_id text primary key references request,
  account_id text not null references account,
  start_at timestamptz(3) not null,
  frequency text not null check (frequency in ('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY')),
  -- The call that made it, without what is known of its customer.
  terms json not null,
  -- The key that made it; of a client ID alone there is none.
  api_key_id text,
  orchestrator_key_id text,
  -- The period of the next request.
  next_period integer not null check (next_period > 0),
  -- When the next one is made, or tried again; null while it is stopped.
  due_at timestamptz(3),
  -- Why it was stopped, where nobody asked for that.
  stop_reason text check (stop_reason is null or due_at is null),
  created_at timestamptz(3) not null
);
create index request_recurrence_due on request_recurrence (due_at, request_id) where due_at is not null;
create index request_recurrence_account on request_recurrence (account_id) where due_at is not null;

-- One request for each period, whoever makes it. Rows never change.
create table recurring_request (
  request_id text primary key references request,
  recurrence_id text not null references request_recurrence,
  period integer not null check (period > 0),
  unique (recurrence_id, period)
);
