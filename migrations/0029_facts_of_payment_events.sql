-- Payment events say who created the request that was paid, and carry what the integrator stored about
-- the customer, which stands apart from the event so that it can be erased.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table request
  -- The kind of credential that created it; null where an earlier release did.
  add column created_by text check (created_by in
    ('api_key', 'session', 'client_id', 'public_client_id', 'orchestrator'));

-- What an event says about a person; erased without touching the event.
create table event_person (
  event_id text primary key references event,
  customer_info json not null
);
