-- Deliveries are found by their event alone.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- The index that this replaces had the endpoint and the type in each entry, four times the bytes, so that no event is fanned out
-- twice. That is kept by the row of the event in `outbox`, which is removed in the statement that adds its deliveries, and by
-- the key of `webhook_event_body`, whose first row for an event is added in it too.
create index webhook_delivery_event on webhook_delivery (event_id) where event_id is not null;
drop index webhook_delivery_first;
