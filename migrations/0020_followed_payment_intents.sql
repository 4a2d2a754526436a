-- What is remembered of a payment intent while it is followed.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table payment_intent
  add column fill json,
  -- Which part of the refund is this intent's: one refund may be of several deposits.
  add column refund_log_index integer,
  add column refund_units numeric(78, 0) check (refund_units > 0),
  add column status_since timestamptz(3);

-- What other intents took of a refund.
create index payment_intent_refund
  on payment_intent (network, refund_transaction_hash, refund_log_index)
  where refund_transaction_hash is not null;
