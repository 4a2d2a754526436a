-- What owners of a Safe were asked to sign, as it was judged, and what became of it on the chain.

alter table payment_intent
  -- The Safe that is to execute it, as its network shows it.
  add column safe_address text,
  add column proposal json,
  -- When an owner's signature and the calls that it signs were read as a payment of the link. Others wait until the second time at most.
  add column proven_at timestamptz(3),
  add column holds_until timestamptz(3),
  -- The transaction that executed it.
  add column execution_transaction_hash bytea check (octet_length(execution_transaction_hash) = 32),
  add constraint payment_intent_holds_what_is_proven check ((proven_at is null) = (holds_until is null)),
  drop constraint payment_intent_status_check,
  add constraint payment_intent_status_check check (status in (
    'recorded', 'proposed', 'proposal_expired', 'source_seen', 'source_confirmed', 'filled', 'settled', 'source_failed',
    'unfilled', 'refunded', 'unpaid', 'foreign', 'not_found'));
