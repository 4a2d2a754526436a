-- Bodies of webhook deliveries in a table of their own, as a delivery is rewritten twice for each attempt; and
-- claiming and ending deliveries by index whatever the statistics of the table say.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table webhook_delivery_body (
  -- The first delivery that was sent it; its replays are sent the same.
  webhook_delivery_id text primary key references webhook_delivery on delete cascade,
  body text not null
);

-- Stays for what was written before and for what the previous release writes; null where the body has its own row.
alter table webhook_delivery alter column body drop not null;

-- The previous release sends the body that its claim returns. Goes with the column.
create function copy_delivery_body() returns trigger language plpgsql as $$
begin
  select stored.body into new.body from webhook_delivery_body stored
  where stored.webhook_delivery_id = coalesce(new.replay_of, new.id);
  return new;
end $$;
create trigger webhook_delivery_is_claimed_by_previous_release
  before update of due_at on webhook_delivery for each row
  when (new.body is null and new.status = 'pending'
    and coalesce(current_setting('florin.reads_delivery_bodies', true), '') <> 'on')
  execute function copy_delivery_body();

-- Functions, because only a function has planner settings of its own. A connection keeps its plan for a statement,
-- and one that was made while the table was empty would read all of it, or of an index, until somebody gathers
-- statistics. So each row is looked up once, by all columns of whichever index is taken, and updated by its place.
create function claim_webhook_deliveries(due_until timestamptz, lease_until timestamptz,
  share integer, shares json, claimed_max integer)
returns table (id text, webhook_endpoint_id text, url text, secret_sealed bytea,
  secret_key_version integer, previous_secret_sealed bytea, previous_secret_key_version integer,
  previous_secret_until timestamptz, earlier_secrets json, body text, attempts integer,
  is_test boolean, replay_of text, event_type text, created_at timestamptz)
language plpgsql
set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off
set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set florin.reads_delivery_bodies = 'on'
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
    select delivery.place
    from lane
    cross join lateral (
      select id from webhook_endpoint where id = lane.id and is_active limit 1
    ) endpoint
    cross join lateral (
      select ctid as place, id, due_at from webhook_delivery
      where status = 'pending' and webhook_endpoint_id = endpoint.id and due_at <= due_until
      order by due_at, id
      limit coalesce((shares ->> endpoint.id)::integer, share)
      for update skip locked
    ) delivery
    order by delivery.due_at, delivery.id
    limit claimed_max
  ), claimed as (
    update webhook_delivery delivery set due_at = lease_until
    from due where delivery.ctid = due.place
    returning delivery.*
  )
  select claimed.id, endpoint.id, endpoint.url, endpoint.secret_sealed, endpoint.secret_key_version,
    endpoint.previous_secret_sealed, endpoint.previous_secret_key_version,
    endpoint.previous_secret_until::timestamptz, endpoint.earlier_secrets,
    coalesce(stored.body, claimed.body), claimed.attempts, claimed.is_test, claimed.replay_of,
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
set florin.reads_delivery_bodies = 'on'
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
    select ended.*, delivery.place
    from ended cross join lateral (
      select ctid as place from webhook_delivery
      where id = ended.id and webhook_endpoint_id = ended.endpoint_id
      limit 1
    ) delivery
    where (select count(*) from health_change) >= 0
  ), moved as (
    update webhook_delivery delivery
    set status = found.status, attempts = found.retry_count + 1, due_at = found.due_at,
      finished_at = found.finished_at
    from found
    where delivery.ctid = found.place and delivery.status = found.status_before
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
