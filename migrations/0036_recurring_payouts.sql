-- Payouts on a schedule that the payer signs once: the schedules, and their instalments, each of which is a request.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table recurring_payout (
  id text primary key,
  account_id text not null references account,
  -- Who holds it may read the schedule, and the payer signs it there.
  page_token text not null unique,
  status text not null
    check (status in ('pending', 'active', 'paused', 'completed', 'cancelled')),
  -- With which client ID and for which partner it was created.
  client_id_id text references client_id,
  orchestrator_id text references orchestrator,
  origin text,
  reference text,
  network text not null,
  currency_id text not null,
  payer_address text not null,
  payee_address text not null,
  -- What each instalment takes.
  amount_units numeric(78, 0) not null check (amount_units > 0),
  fee_units numeric(78, 0) not null check (fee_units >= 0),
  fee_address text,
  relayer_fee_units numeric(78, 0) not null check (relayer_fee_units >= 0),
  frequency text not null check (frequency in ('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY')),
  period_seconds integer not null check (period_seconds > 0),
  first_due_at timestamptz(3) not null,
  total_payments integer not null check (total_payments between 2 and 255),
  -- After it nothing is taken.
  expires_at timestamptz(3) not null,
  -- What the payer signs, as the chain prepared it, and by what the contract knows it.
  permit json not null,
  digest bytea not null unique check (octet_length(digest) = 32),
  spender_address text not null,
  signature bytea,
  -- A block before the first instalment could be taken.
  signed_block numeric(78, 0),
  -- How often the open instalment failed, and why last.
  failure_count integer not null default 0 check (failure_count between 0 and 3),
  failure_reason text,
  -- When the instalment that failed is tried again; null where none is.
  retry_at timestamptz(3),
  -- What the payer lacks for the next instalment, as it was read last; null where nothing is known to be lacking.
  shortage text check (shortage in ('balance', 'allowance')),
  -- Whether the payer's allowance was seen to be too low for it after it was cancelled.
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null,
  activated_at timestamptz(3),
  ended_at timestamptz(3),
  -- When it is looked at next; null where nothing will happen by itself.
  next_check_at timestamptz(3),
  constraint recurring_payout_signed check (
    (signature is null) = (activated_at is null) and (signature is null) = (signed_block is null)
    and (status not in ('active', 'paused', 'completed') or signature is not null)
  ),
  constraint recurring_payout_ended check ((status in ('completed', 'cancelled')) = (ended_at is not null)),
  check (payer_address <> payee_address)
);
create index recurring_payout_due on recurring_payout (next_check_at, id)
  where next_check_at is not null;
-- What a payer has signed for a token, of all accounts: they share one allowance.
create index recurring_payout_payer on recurring_payout (payer_address, network, currency_id)
  where signature is not null;
create index recurring_payout_account on recurring_payout (account_id, id);
create index recurring_payout_open on recurring_payout (status) where status in ('active', 'paused');

create table recurring_instalment (
  recurring_payout_id text not null references recurring_payout,
  account_id text not null references account,
  -- From 1, as the contract counts.
  instalment_index integer not null check (instalment_index between 1 and 255),
  status text not null
    check (status in ('waiting', 'due', 'sent', 'paid', 'paid_elsewhere', 'failed', 'lost')),
  request_id text not null unique references request,
  due_at timestamptz(3) not null,
  -- The transaction that took it, where it was not ours or carried another reference.
  transaction_hash bytea check (octet_length(transaction_hash) = 32),
  sent_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (recurring_payout_id, instalment_index)
);

-- The schedule that pays a request, where one does; its payments are shown with it.
alter table request add column recurring_payout_id text;
create index request_recurring_payout on request (recurring_payout_id) where recurring_payout_id is not null;

create or replace view request_summary as
select id, account_id, request_id, payment_reference, status, network, kind, currency_id,
  token_address, payee_address, expected_units, fee_units, fee_percentage, fee_address,
  invoice_currency_id, conversion_path, max_rate_age_seconds, slippage_bps, origin_form,
  paid_units, paid_late_units, created_at, recurring_payout_id
from request;
