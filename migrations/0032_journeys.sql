-- What platforms write down about the steps of a payment that they make outside of chains.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table journey (
  id text primary key,
  account_id text not null references account,
  -- The public id.
  request_id text references request (request_id),
  created_at timestamptz(3) not null
);

-- Rows never change.
create table journey_event (
  id text primary key,
  journey_id text not null references journey,
  -- The account that wrote it down.
  processor_id text not null references account,
  status text not null,
  -- A decimal, as it was sent.
  amount text not null,
  currency text,
  tx_reference text,
  processed_at timestamptz(3) not null,
  raw_payload json,
  -- The account that may write the next steps beside the one that the journey belongs to. Whether there is one is nobody's business.
  next_processor_id text,
  -- Of all that was sent, so that the same event is one row however often it is sent.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  created_at timestamptz(3) not null,
  constraint journey_event_content unique (journey_id, processor_id, content_hash)
);
create index journey_event_tx_reference on journey_event (tx_reference) where tx_reference is not null;
create index journey_event_next_processor on journey_event (next_processor_id, journey_id) where next_processor_id is not null;
