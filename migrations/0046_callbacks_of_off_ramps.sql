-- Callbacks of off-ramp providers that were received, so that none counts twice.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- Removed after some days; they can be sent again for ten minutes.
create table off_ramp_callback (
  event_id text primary key,
  order_id text not null references off_ramp_order,
  received_at timestamptz(3) not null
);
create index off_ramp_callback_received_at on off_ramp_callback (received_at);
create index off_ramp_callback_order on off_ramp_callback (order_id);
