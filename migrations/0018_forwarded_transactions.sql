-- Signed transactions that were forwarded to a network for their wallet, and what they pay: a payment is
-- not offered for signing a second time before the first is known to have failed.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table forwarded_transaction (
  network text not null,
  transaction_hash bytea not null check (octet_length(transaction_hash) = 32),
  account_id text not null references account,
  -- The public token of the link, or of the bundle, that it was sent to.
  token text not null,
  forwarded_at timestamptz(3) not null,
  -- No block may hold it from then on.
  expires_at timestamptz(3) not null,
  -- Until then one process sends it; others wait for its answer.
  leased_until timestamptz(3) not null,
  -- What the node answered that accepted it; null while none is known to have.
  answered_at timestamptz(3),
  code text,
  message text,
  -- Set once its end is final; null while it may still be executed or its block undone.
  outcome text check (outcome in ('succeeded', 'failed', 'absent')),
  primary key (network, transaction_hash)
);
-- What was sent of a link and has not ended.
create index forwarded_transaction_open on forwarded_transaction (token, forwarded_at) where outcome is null;

-- Each payment that a transaction makes which has not ended: one transaction for each.
create table forwarded_payment (
  network text not null,
  payment_reference text not null,
  transaction_hash bytea not null,
  primary key (network, payment_reference),
  foreign key (network, transaction_hash) references forwarded_transaction on delete cascade
);
create index forwarded_payment_transaction on forwarded_payment (network, transaction_hash);
