-- Requests that are paid out to bank accounts, and the orders by which a provider does it.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- A request whose money goes to a bank account. Its payee is the deposit address of its order, and empty until there is one:
-- nobody can be paid there.
create table bank_payout (
  request_id text primary key references request,
  account_id text not null references account,
  -- The one bank account that it may be paid out to, in the words of its account; never changed.
  client_user_id text not null,
  payment_details_id text not null,
  -- Null until the money was sent, or came back.
  outcome text check (outcome in ('sent', 'returned')),
  created_at timestamptz(3) not null
);
create index bank_payout_account on bank_payout (account_id, request_id);

create view bank_payout_summary as
select request_id, account_id, client_user_id, payment_details_id, outcome
from bank_payout;

-- An order of a provider to pay a request out. Only one of a request is not void.
create table off_ramp_order (
  -- Also what the provider calls it by, so that a repeated call orders once.
  id text primary key,
  account_id text not null references account,
  request_id text not null references bank_payout,
  status text not null check (status in (
    'drafted', 'opened', 'initiated', 'pending_internal_assessment', 'ongoing_checks', 'sending_fiat',
    'fiat_sent', 'confirmed', 'bounced', 'refunded', 'failed', 'voided')),
  network text not null,
  currency_id text not null,
  amount_units numeric(78, 0) not null check (amount_units > 0),
  payout_currency text not null,
  -- The provider's names of the bank account and, once it is ordered, of the order.
  provider_account_id text not null,
  provider_order_id text unique,
  deposit_address text,
  -- The provider's own word for its state, as it was last read.
  provider_state text,
  -- From when on nobody is told to pay into it.
  ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  -- When the provider is asked again; null once nothing more can come.
  next_read_at timestamptz(3),
  read_failures integer not null default 0 check (read_failures >= 0),
  check ((provider_order_id is null) = (deposit_address is null)),
  check (status in ('drafted', 'voided') or provider_order_id is not null)
);
create unique index off_ramp_order_of_request on off_ramp_order (request_id)
  where status <> 'voided';
create index off_ramp_order_due on off_ramp_order (next_read_at) where next_read_at is not null;
create index off_ramp_order_account on off_ramp_order (account_id, id);
