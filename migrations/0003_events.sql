-- What happened, and telling it.

create table event (
  id text primary key,
  account_id text not null references account,
  type text not null,
  schema_version integer not null,
  -- Readers of the feed stop below the oldest running transaction, so that no event appears behind
  -- a cursor that has already passed it.
  transaction_id xid8 not null default pg_current_xact_id(),
  secure_payment_token text references secure_payment,
  client_id_id text references client_id,
  -- Where the link was created from; only the client ID's own variant of the event shows it.
  origin text,
  -- Kept as the text it was recorded as: a webhook's body must keep its key order.
  payload json not null,
  created_at timestamptz(3) not null
);
create index event_account on event (account_id, id);
create trigger event_is_immutable before update or delete on event
  for each row execute function refuse_change();

-- Events that have not been fanned out yet. A row is added with its event and removed with its
-- deliveries, each in one transaction.
create table outbox (
  event_id text primary key references event
);

create table webhook_endpoint (
  id text primary key,
  account_id text not null references account,
  -- The client ID whose events it receives; none makes it platform-wide.
  client_id_id text references client_id,
  url text not null,
  -- The normalised URL: one endpoint for each within a scope.
  url_key text not null,
  secret_sealed bytea not null,
  secret_key_version integer not null,
  is_active boolean not null,
  created_at timestamptz(3) not null
);
create unique index webhook_endpoint_url
  on webhook_endpoint (account_id, client_id_id, url_key) nulls not distinct;

create table webhook_delivery (
  -- The delivery id that receivers see; retries keep it.
  id text primary key,
  account_id text not null references account,
  event_id text not null references event,
  webhook_endpoint_id text not null references webhook_endpoint,
  event_type text not null,
  body text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  -- Attempts already made.
  attempts integer not null default 0 check (attempts between 0 and 4),
  -- When the next attempt is due. While one runs, the moment at which it is given up as lost.
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  unique (event_id, webhook_endpoint_id, event_type)
);
-- The delivery queue, one lane for each endpoint, so that a slow one cannot stand in front of others.
create index webhook_delivery_due on webhook_delivery (webhook_endpoint_id, due_at, id)
  where status = 'pending';
create index webhook_delivery_endpoint on webhook_delivery (webhook_endpoint_id, id);

create table webhook_attempt (
  webhook_delivery_id text not null references webhook_delivery,
  -- 0 to 3: the value of the retry-count header.
  retry_count integer not null,
  account_id text not null references account,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  response_status integer,
  failure text,
  primary key (webhook_delivery_id, retry_count)
);
