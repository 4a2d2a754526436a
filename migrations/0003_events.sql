-- Recorded events, the order in which the feed shows them, and those that webhooks do not know yet.

-- Transaction ids belong to a database cluster, and a dump that is loaded into another cluster
-- begins with small ones: there a new epoch of the feed begins, above all positions of the earlier ones.
create table feed_epoch (
  singleton boolean primary key default true check (singleton),
  -- The cluster whose transaction ids are counted.
  system_identifier bigint not null,
  -- What every position of this epoch adds to its transaction id.
  position_offset bigint not null
);
insert into feed_epoch (system_identifier, position_offset)
select system_identifier, 0 from pg_control_system();

-- The position of a transaction in the feed.
create function feed_position(transaction_id xid8) returns xid8
  language sql stable parallel safe
  begin atomic
    select ((transaction_id::text)::bigint + feed_epoch.position_offset)::text::xid8 from feed_epoch;
  end;

create table event (
  id text primary key,
  account_id text not null references account,
  type text not null,
  schema_version integer not null,
  -- Readers of the feed stop below the oldest running transaction, so that no event appears behind
  -- a cursor that has already passed it.
  transaction_id xid8 not null default feed_position(pg_current_xact_id()),
  secure_payment_token text,
  client_id_id text,
  -- The partner that receives the event: fixed with the event.
  orchestrator_id text,
  -- Where the link was created from; only the client ID's own variant of the event shows it.
  origin text,
  -- Stored as the text that was recorded: a webhook's body must keep its key order.
  payload json not null,
  created_at timestamptz(3) not null
);
-- The feed reads an account's events in the order of their transactions: between those below the
-- oldest running transaction no further event can appear.
create index event_feed on event (account_id, transaction_id, id);
-- The events of a transaction's payments, for the comparison of stored payments with the chain. Read
-- from the text: functions of JSON refuse texts with a NUL in them, which an event may hold.
create index event_payment on event ((substring(payload::text from '"txHash":"(0x[0-9a-fA-F]+)"')))
  where type like 'payment.%';
create trigger event_is_immutable before update or delete on event
  for each row execute function refuse_change();

-- What an event says about a person: a table of its own, so that it can be erased.
create table event_person (
  event_id text primary key references event,
  customer_info json not null
);

-- Events without deliveries yet. A row is added with its event and removed with the deliveries of
-- the event, each in one transaction.
create table outbox (
  event_id text primary key references event
);

create view recorded_event as
select event.id, event.account_id, event.type, event.payload, event.secure_payment_token,
  event.client_id_id, event.orchestrator_id, event.origin, person.customer_info
from event left join event_person person on person.event_id = event.id;
