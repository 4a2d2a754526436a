-- The log of calls that were made with the credentials of an account.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- One call and what was answered; never its body, its query or its headers. Rows are added many at a time, after the
-- answers, and pruned by their age. They refer to no other table: a batch must not fail because of one of its rows.
create table api_request (
  account_id text not null,
  id text not null,
  credential_kind text not null
    check (credential_kind in ('api_key', 'client_id', 'orchestrator_key', 'orchestrator_pair')),
  -- The row of a key, or the public text of a client ID.
  credential_id text not null,
  method text not null,
  -- With the names of its parameters instead of what they were.
  path text not null,
  status integer not null check (status between 100 and 599),
  error_code text,
  duration_ms integer not null check (duration_ms >= 0),
  correlation_id text not null,
  created_at timestamptz(3) not null,
  primary key (account_id, id)
);
create index api_request_credential on api_request (account_id, credential_id, id);
create index api_request_path on api_request (account_id, path, id);
create index api_request_refused on api_request (account_id, id) where status >= 400;
create index api_request_correlation on api_request (account_id, correlation_id);
-- Rows come in the order of their time, so that a summary of ranges finds the oldest.
create index api_request_age on api_request using brin (created_at) with (pages_per_range = 16);
