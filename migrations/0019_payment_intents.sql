-- Payment intents: transactions on another network that payers reported as payments of a link, and what
-- became of them. They settle and lock nothing; money counts when its own network says so.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table payment_intent (
  id text primary key,
  account_id text not null references account,
  secure_payment_token text not null references secure_payment,
  request_id text not null references request,
  status text not null check (status in (
    'recorded', 'source_seen', 'source_confirmed', 'filled', 'settled', 'source_failed', 'unfilled',
    'refunded', 'unpaid', 'foreign', 'not_found')),
  -- Where the payer's transaction is.
  network text not null,
  transaction_hash bytea check (octet_length(transaction_hash) = 32),
  -- Of a multisig wallet: what its owners sign, which is no transaction yet. At least one of the two is there.
  safe_transaction_hash bytea check (octet_length(safe_transaction_hash) = 32),
  safe_deadline timestamptz(3),
  -- What the payer's page says; nothing of it is checked or relied on.
  payer_address text,
  reported json not null,
  created_at timestamptz(3) not null,
  -- When it is read again; null once nothing can change. The pause grows with the checks.
  next_check_at timestamptz(3),
  checks integer not null default 0,
  -- The source transaction as it was seen last, and the deposit that it made.
  source json,
  source_block numeric(78, 0),
  deposit json,
  deadline_at timestamptz(3),
  -- The transaction that delivered the payment, or that returned the money.
  fill_transaction_hash bytea check (octet_length(fill_transaction_hash) = 32),
  refund_transaction_hash bytea check (octet_length(refund_transaction_hash) = 32),
  -- When `payment.failed` was recorded: once, whatever happens later.
  failed_at timestamptz(3),
  constraint payment_intent_has_a_hash check (
    transaction_hash is not null or safe_transaction_hash is not null)
);
-- The same hash reported again for a link is the same intent; for another link it is another.
create unique index payment_intent_hash
  on payment_intent (secure_payment_token, network, transaction_hash);
create unique index payment_intent_safe_hash
  on payment_intent (secure_payment_token, network, safe_transaction_hash);
create index payment_intent_account on payment_intent (account_id, id);
-- What the background job reads next.
create index payment_intent_due on payment_intent (next_check_at, id) where next_check_at is not null;
-- What is counted for operators.
create index payment_intent_open on payment_intent (status, created_at)
  where next_check_at is not null;

-- What was seen of an intent, in its order; rows are added and never changed.
create table payment_intent_observation (
  id text primary key,
  payment_intent_id text not null references payment_intent on delete cascade,
  observed_at timestamptz(3) not null,
  -- Who says so: the payer's page, a network, the provider of the route, or our ledger.
  observed_from text not null
    check (observed_from in ('client', 'source', 'destination', 'provider', 'ledger')),
  event text not null,
  status text not null,
  details json not null
);
create index payment_intent_observation_intent on payment_intent_observation (payment_intent_id, id);

-- What payers of bundles report: kept for audits, and read by nobody else.
create table multicall_intent (
  id text primary key,
  account_id text not null references account,
  multicall_payout_token text not null references multicall_payout,
  -- Of what identifies it: the hash of its user operation, or else all of it.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  network text not null,
  reported json not null,
  created_at timestamptz(3) not null
);
create unique index multicall_intent_fingerprint
  on multicall_intent (multicall_payout_token, fingerprint);
create index multicall_intent_account on multicall_intent (account_id, id);
