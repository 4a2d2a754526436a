-- Bundles: several payout links under one parent, which is paid in as few transactions as networks
-- allow. A child stays what it was, and can still be paid by itself.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

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
  -- What the child asked for when it was taken in; it stays this also if another link takes it over.
  request_id text not null references request,
  primary key (multicall_payout_token, position),
  unique (multicall_payout_token, secure_payment_token)
);
-- Who settles or takes back a payment asks which bundles it is a part of.
create index multicall_payout_item_request on multicall_payout_item (request_id);
