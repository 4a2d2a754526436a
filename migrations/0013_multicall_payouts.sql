-- Bundles: several payout links under one parent, which is paid in as few transactions as networks
-- allow. A child stays what it was, and can still be paid by itself.

create table multicall_payout (
  -- A ULID of the same kind as a link's: the public token, and the right to read and pay it.
  token text primary key,
  account_id text not null references account,
  client_id_id text references client_id,
  orchestrator_id text references orchestrator,
  origin text,
  status text not null
    check (status in ('pending', 'expired', 'completed', 'partially_settled')),
  -- How it must be paid; null leaves that to the payer.
  requested_execution_kind text
    check (requested_execution_kind in ('evm_same_chain', 'evm_cross_chain', 'tron_batch')),
  created_at timestamptz(3) not null,
  -- The earliest deadline of its children.
  expires_at timestamptz(3) not null
);
create index multicall_payout_account on multicall_payout (account_id, token);
-- The expiry sweep's queue.
create index multicall_payout_due on multicall_payout (expires_at, token) where status = 'pending';

create table multicall_payout_item (
  multicall_payout_token text not null references multicall_payout,
  position integer not null check (position >= 0),
  secure_payment_token text not null references secure_payment,
  -- The request of the child when it was added; it stays this also if another link takes it over.
  request_id text not null references request,
  primary key (multicall_payout_token, position),
  unique (multicall_payout_token, secure_payment_token)
);
-- The bundles of a payment that is settled or undone.
create index multicall_payout_item_request on multicall_payout_item (request_id);

create view multicall_payout_summary as
select token, account_id, status, expires_at from multicall_payout;

create view multicall_payout_child as
select multicall_payout_token, position, request_id from multicall_payout_item;
