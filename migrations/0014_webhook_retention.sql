-- What was delivered long ago is forgotten in small batches; a row that is still to be sent never is.
create index webhook_delivery_finished on webhook_delivery (finished_at)
  where finished_at is not null;
