-- Webhook endpoints, their deliveries, and each attempt at one.

create table webhook_endpoint (
  id text primary key,
  account_id text not null references account,
  -- The client ID whose events it receives; none makes it platform-wide.
  client_id_id text references client_id,
  -- A partner's endpoint; then it belongs to no client ID, and the account is the partner's.
  orchestrator_id text references orchestrator,
  url text not null,
  -- The normalised URL: one endpoint for each within a scope.
  url_key text not null,
  secret_sealed bytea not null,
  secret_key_version integer not null,
  -- The secret before the last rotation, which signs beside the new one until then.
  previous_secret_sealed bytea,
  previous_secret_key_version integer,
  previous_secret_until timestamptz(3),
  -- Secrets before the previous one that still sign: a list of objects with `sealed` (base64),
  -- `keyVersion` and `until`. Null for nearly all endpoints.
  earlier_secrets json,
  is_active boolean not null,
  -- The endpoint of the sandbox's inbox receives all events of its account and does not count as one that
  -- the integrator registered: links of an API key go elsewhere only where there is none.
  is_observer boolean not null default false,
  -- When deliveries began to fail without one that succeeded since.
  failing_since timestamptz(3),
  -- Why it is inactive: somebody switched it off, or it only failed for too long.
  switched_off_by text check (switched_off_by in ('person', 'failures')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3),
  -- A removed endpoint keeps its deliveries and is shown no more.
  removed_at timestamptz(3)
);
create unique index webhook_endpoint_url
  on webhook_endpoint (account_id, client_id_id, orchestrator_id, url_key) nulls not distinct
  where removed_at is null;
create index webhook_endpoint_orchestrator on webhook_endpoint (orchestrator_id)
  where orchestrator_id is not null;

create table webhook_delivery (
  -- The delivery id that receivers see; retries keep it.
  id text primary key,
  account_id text not null references account,
  -- Null for a test delivery, which reports no event.
  event_id text references event,
  webhook_endpoint_id text not null references webhook_endpoint,
  event_type text not null,
  is_test boolean not null default false,
  -- The first delivery of the body that this one sends again.
  replay_of text references webhook_delivery,
  -- `skipped`: its endpoint was switched off; it can be replayed.
  status text not null check (status in ('pending', 'delivered', 'failed', 'skipped')),
  -- Attempts already made.
  attempts integer not null default 0 check (attempts between 0 and 4),
  -- When the next attempt is due. While one runs, the moment at which it is given up as lost.
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  constraint webhook_delivery_event check ((event_id is null) = is_test)
);
-- One delivery of each body to each endpoint; replays are further ones.
create unique index webhook_delivery_first on webhook_delivery
  (event_id, webhook_endpoint_id, event_type) where replay_of is null and not is_test;
-- The delivery queue, one lane for each endpoint, so that a slow one does not delay others.
create index webhook_delivery_due on webhook_delivery (webhook_endpoint_id, due_at, id)
  where status = 'pending';
create index webhook_delivery_endpoint on webhook_delivery (webhook_endpoint_id, id);
-- Whether a delivery was replayed already.
create index webhook_delivery_replay on webhook_delivery (replay_of, id)
  where replay_of is not null;
-- How many tests an endpoint was sent lately.
create index webhook_delivery_test on webhook_delivery (webhook_endpoint_id, created_at)
  where is_test;
-- What can be replayed.
create index webhook_delivery_replayable on webhook_delivery (webhook_endpoint_id, id)
  where status in ('failed', 'skipped');
-- What was delivered long ago is deleted in small batches; a row that is still to be sent never is.
create index webhook_delivery_finished on webhook_delivery (finished_at)
  where finished_at is not null;

-- A table of its own, because a delivery is rewritten twice for each attempt.
create table webhook_delivery_body (
  -- The first delivery that was sent it; its replays are sent the same.
  webhook_delivery_id text primary key references webhook_delivery on delete cascade,
  body text not null
);

create table webhook_attempt (
  webhook_delivery_id text not null references webhook_delivery,
  -- 0 to 3: the value of the retry-count header.
  retry_count integer not null,
  account_id text not null references account,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  response_status integer,
  -- The beginning of what the receiver answered.
  response_excerpt text,
  failure text,
  primary key (webhook_delivery_id, retry_count)
);

-- Functions, because only a function has planner settings of its own. A connection keeps its plan for a statement,
-- and one that was made while the table was empty would read all of it, or of an index, until somebody gathers
-- statistics. So each row is looked up once, by all columns of whichever index is taken, and updated by its
-- location (`ctid`).
create function claim_webhook_deliveries(due_until timestamptz, lease_until timestamptz,
  share integer, shares json, claimed_max integer)
returns table (id text, webhook_endpoint_id text, url text, secret_sealed bytea,
  secret_key_version integer, previous_secret_sealed bytea, previous_secret_key_version integer,
  previous_secret_until timestamptz, earlier_secrets json, body text, attempts integer,
  is_test boolean, replay_of text, event_type text, created_at timestamptz)
language plpgsql
set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off
set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  return query
  with recursive lane as (
    (select webhook_endpoint_id as id from webhook_delivery where status = 'pending'
      order by webhook_endpoint_id, due_at, id limit 1)
    union all
    select (select webhook_endpoint_id from webhook_delivery
      where status = 'pending' and webhook_endpoint_id > lane.id
      order by webhook_endpoint_id, due_at, id limit 1)
    from lane where lane.id is not null
  ), due as (
    select delivery.location
    from lane
    cross join lateral (
      select id from webhook_endpoint where id = lane.id and is_active limit 1
    ) endpoint
    cross join lateral (
      select ctid as location, id, due_at from webhook_delivery
      where status = 'pending' and webhook_endpoint_id = endpoint.id and due_at <= due_until
      order by due_at, id
      limit coalesce((shares ->> endpoint.id)::integer, share)
      for update skip locked
    ) delivery
    order by delivery.due_at, delivery.id
    limit claimed_max
  ), claimed as (
    update webhook_delivery delivery set due_at = lease_until
    from due where delivery.ctid = due.location
    returning delivery.*
  )
  select claimed.id, endpoint.id, endpoint.url, endpoint.secret_sealed, endpoint.secret_key_version,
    endpoint.previous_secret_sealed, endpoint.previous_secret_key_version,
    endpoint.previous_secret_until::timestamptz, endpoint.earlier_secrets,
    stored.body, claimed.attempts, claimed.is_test, claimed.replay_of,
    claimed.event_type, claimed.created_at::timestamptz
  from claimed
  cross join lateral (
    select * from webhook_endpoint where id = claimed.webhook_endpoint_id limit 1
  ) endpoint
  left join lateral (
    select body from webhook_delivery_body
    where webhook_delivery_id = coalesce(claimed.replay_of, claimed.id)
    limit 1
  ) stored on true;
end $$;

-- The status before is passed: one that is written out would let the index of pending rows be read instead.
create function end_webhook_attempts(ended_attempts json, switch_off_after_ms bigint)
returns table (failing_endpoint_id text, failing_account_id text)
language plpgsql
set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off
set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  return query
  with ended as materialized (
    select * from json_to_recordset(ended_attempts) as ended (id text, endpoint_id text,
      is_test boolean, retry_count integer, started_at timestamptz, duration_ms integer,
      response_status integer, failure text, response_excerpt text, status_before text, status text,
      due_at timestamptz, finished_at timestamptz)
  ), health as (
    select endpoint_id as id, bool_or(status = 'delivered') as succeeded, max(finished_at) as at
    from ended
    where status in ('delivered', 'failed') and not is_test
    group by endpoint_id
    order by endpoint_id
  ), health_change as materialized (
    select health.*
    from health cross join lateral (
      select from webhook_endpoint
      where id = health.id and is_active and health.succeeded = (failing_since is not null)
      limit 1
      for no key update
    ) endpoint
  ), found as materialized (
    select ended.*, delivery.location
    from ended cross join lateral (
      select ctid as location from webhook_delivery
      where id = ended.id and webhook_endpoint_id = ended.endpoint_id
      limit 1
    ) delivery
    where (select count(*) from health_change) >= 0
  ), moved as (
    update webhook_delivery delivery
    set status = found.status, attempts = found.retry_count + 1, due_at = found.due_at,
      finished_at = found.finished_at
    from found
    where delivery.ctid = found.location and delivery.status = found.status_before
      and delivery.attempts = found.retry_count
    returning delivery.account_id, found.*
  ), written as (
    insert into webhook_attempt (webhook_delivery_id, retry_count, account_id, started_at,
      duration_ms, response_status, failure, response_excerpt)
    select id, retry_count, account_id, started_at, duration_ms, response_status, failure,
      response_excerpt
    from moved
  ), changed as (
    update webhook_endpoint endpoint
    set failing_since = case when not succeeded then at end, updated_at = at
    from health_change
    where endpoint.id = health_change.id and health_change.id in (select endpoint_id from moved)
  )
  select endpoint.id, endpoint.account_id
  from health cross join lateral (
    select id, account_id from webhook_endpoint
    where id = health.id and is_active and not health.succeeded and switch_off_after_ms > 0
      and failing_since <= health.at - switch_off_after_ms * interval '1 millisecond'
    limit 1
  ) endpoint;
end $$;
