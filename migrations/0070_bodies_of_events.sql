-- The body of an event is stored once for all deliveries of it, however many endpoints receive it, and of that only what
-- the event itself does not hold.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- What deliveries of an event are sent. Its variants mostly differ in nothing but the type, which each delivery has:
-- those share a row. Bodies of tests, and of what was fanned out before, are in `webhook_delivery_body`.
create table webhook_event_body (
  event_id text not null references event,
  -- Where variants differ in more than their type: the first, the second.
  number smallint not null check (number >= 0),
  -- The types of the deliveries that are sent it.
  event_types text[] not null,
  -- A body is this text, the type of the delivery, the copied characters of the event's payload, which never changes, and
  -- the last text.
  text_before_type text not null,
  copied_from integer not null check (copied_from >= 1),
  copied_length integer not null check (copied_length >= 0),
  text_at_end text not null,
  primary key (event_id, number)
);
-- Each attempt and each replay sends the same bytes. Rows are only deleted, with the last delivery of the event.
create trigger webhook_event_body_is_immutable before update on webhook_event_body
  for each row execute function refuse_change();

-- The text around the type of each body.
create view webhook_body as
select body.event_id, body.event_types, body.text_before_type,
  substr(recorded.payload::text, body.copied_from, body.copied_length) || body.text_at_end
    as text_after_type
from webhook_event_body body join recorded_event recorded on recorded.id = body.event_id;

-- As before, but for where a body is.
create or replace function claim_webhook_deliveries(due_until timestamptz, lease_until timestamptz,
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
    coalesce(of_event.body, own.body), claimed.attempts, claimed.is_test, claimed.replay_of,
    claimed.event_type, claimed.created_at::timestamptz
  from claimed
  cross join lateral (
    select * from webhook_endpoint where id = claimed.webhook_endpoint_id limit 1
  ) endpoint
  left join lateral (
    select text_before_type || claimed.event_type || text_after_type as body
    from webhook_body
    where event_id = claimed.event_id and claimed.event_type = any (event_types)
    limit 1
  ) of_event on true
  left join lateral (
    select body from webhook_delivery_body
    where of_event.body is null and webhook_delivery_id = coalesce(claimed.replay_of, claimed.id)
    limit 1
  ) own on true;
end $$;
