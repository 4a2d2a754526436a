-- Where payments from another network came from: shown with them, and counted by nothing.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table payment_source (
  account_id text not null references account,
  request_id text not null references request,
  -- The transaction that made the payment, on the network of its request.
  network text not null,
  transaction_hash bytea not null check (octet_length(transaction_hash) = 32),
  -- The transaction of the payer.
  source_network text not null,
  source_transaction_hash bytea not null check (octet_length(source_transaction_hash) = 32),
  -- What left the payer, fees of the route included.
  source_units numeric(78, 0) not null check (source_units > 0),
  source_token_address text not null,
  recorded_at timestamptz(3) not null,
  primary key (account_id, request_id, network, transaction_hash)
);
-- Payments by the hash that their payer knows.
create index payment_source_hash on payment_source (account_id, source_transaction_hash);
