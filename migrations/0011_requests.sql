-- What is to be paid: requests, their fees, and how far each is paid.

create table request (
  id text primary key,
  account_id text not null references account,
  -- '01' and the 64 hex digits of a keccak-256.
  request_id text not null unique check (request_id ~ '^01[0-9a-f]{64}$'),
  -- Eight bytes; unique, because a log that names one must mean one request.
  payment_reference text not null unique check (payment_reference ~ '^0x[0-9a-f]{16}$'),
  -- keccak-256 of the reference: what a log carries, and how a payment finds its request.
  reference_key bytea not null unique check (length(reference_key) = 32),
  salt text not null check (salt ~ '^[0-9a-f]{16}$'),
  status text not null check (status in ('created', 'partially_paid', 'paid')),
  -- What created it; a link's request is reached through its link.
  origin_form text not null default 'secure_payment'
    check (origin_form in ('secure_payment', 'request', 'payout', 'batch_payout', 'fee')),
  -- The kind of credential that created it.
  created_by text check (created_by in
    ('api_key', 'session', 'client_id', 'public_client_id', 'orchestrator')),
  -- With which client ID and for which partner; for a link's request its link has both.
  client_id_id text references client_id,
  orchestrator_id text references orchestrator,
  origin text,
  reference text,
  flow text not null default 'incoming' check (flow in ('incoming', 'outgoing')),
  network text not null,
  -- Which of the published proxies carries the payment.
  kind text not null default 'token' check (kind in ('token', 'native', 'conversion')),
  currency_id text not null,
  token_address text not null,
  payee_address text not null,
  -- Who is expected to pay; anybody may.
  payer_address text,
  expected_units numeric(78, 0) not null check (expected_units > 0),
  fee_units numeric(78, 0) not null check (fee_units >= 0),
  fee_percentage text,
  fee_address text,
  -- The currency of the invoice, where another one is paid. All units of such a request are the
  -- invoice's, with eight decimals, which is how the conversion contract counts.
  invoice_currency_id text,
  -- The rates that lead from the invoice's currency to the token, as the contract takes them.
  conversion_path text[],
  -- The oldest rate that the contract may use; 0 allows any.
  max_rate_age_seconds integer check (max_rate_age_seconds >= 0),
  -- How much more than today's rate says the payer agrees to spend, of 10,000.
  slippage_bps integer check (slippage_bps between 0 and 10000),
  original_request_id text,
  original_request_payment_reference text,
  -- Nothing recurs yet; a request with this set never will.
  recurrence_stopped boolean not null default false,
  -- The sum of the payments that count, in the units of `expected_units`: stored here, so that settling
  -- one more payment costs the same however many there were before. Triggers keep it.
  paid_units numeric(78, 0) not null default 0,
  -- The part of it that came after the deadline of a link.
  paid_late_units numeric(78, 0) not null default 0,
  created_at timestamptz(3) not null,
  check ((fee_percentage is null) = (fee_address is null)),
  constraint request_conversion_is_whole check (
    (kind = 'conversion') = (invoice_currency_id is not null)
    and (kind = 'conversion') = (conversion_path is not null)
    and (kind = 'conversion') = (max_rate_age_seconds is not null)
    and (kind = 'conversion') = (slippage_bps is not null)
  )
);
create index request_account on request (account_id, id);
-- Requests by payee, by reference and by what they were created with.
create index request_payee on request (account_id, payee_address, id);
create index request_reference on request (account_id, reference) where reference is not null;
create index request_invoice on request (account_id, invoice_currency_id)
  where invoice_currency_id is not null;
create index request_client on request (client_id_id, id) where client_id_id is not null;

-- What an integrator stored about the customer: a table of its own, so that it can be erased.
create table request_person (
  request_id text primary key references request,
  customer_info json not null
);

-- A fee that is paid by a transaction of its own is a request of its own, so that it is seen, counted
-- and undone as every payment is. It is shown and reported only as a part of the request it is a fee of.
create table fee_component (
  request_id text primary key references request,
  account_id text not null references account,
  for_request_id text not null references request,
  position integer not null check (position >= 0),
  fee_type text not null,
  label text not null,
  bearer text not null check (bearer in ('payer', 'payee')),
  -- The agreed share in basis points, a hundredth of a percent each.
  percentage_bps integer check (percentage_bps between 0 and 10000),
  unique (for_request_id, position)
);

alter table chain_transfer add foreign key (request_id) references request;
alter table payment add foreign key (request_id) references request;

-- The database keeps the sums itself, in the transaction that adds the rows: whichever release writes
-- payments, the sums equal them.
create function add_paid_units() returns trigger language plpgsql as $$
begin
  update request set paid_units = paid_units + added.units,
    paid_late_units = paid_late_units + added.late_units
  from (
    select request_id, sum(amount_units) as units,
      coalesce(sum(amount_units) filter (where late), 0) as late_units
    from new_payment group by request_id
  ) added
  where request.id = added.request_id;
  return null;
end $$;
create trigger payment_adds_paid_units after insert on payment
  referencing new table as new_payment for each statement execute function add_paid_units();

create function subtract_paid_units() returns trigger language plpgsql as $$
begin
  update request set paid_units = paid_units - undone.units,
    paid_late_units = paid_late_units - undone.late_units
  from (
    select p.request_id, sum(p.amount_units) as units,
      coalesce(sum(p.amount_units) filter (where p.late), 0) as late_units
    from new_undo join payment p on p.id = new_undo.payment_id group by p.request_id
  ) undone
  where request.id = undone.request_id;
  return null;
end $$;
create trigger payment_undo_subtracts_paid_units after insert on payment_undo
  referencing new table as new_undo for each statement execute function subtract_paid_units();

create function refuse_paid_units_change() returns trigger language plpgsql as $$
begin
  raise exception 'the sums of request % are kept by its payments', old.id;
end $$;
create trigger request_paid_units_are_protected
  before update of paid_units, paid_late_units on request
  for each row when (pg_trigger_depth() = 0) execute function refuse_paid_units_change();

create view request_summary as
select id, account_id, request_id, payment_reference, status, network, kind, currency_id,
  token_address, payee_address, expected_units, fee_units, fee_percentage, fee_address,
  invoice_currency_id, conversion_path, max_rate_age_seconds, slippage_bps, origin_form,
  paid_units, paid_late_units, created_at
from request;

-- How far each request is paid, one row for each. It begins with `request`, so that a query which names a
-- few requests reads the payments of these few.
create view payment_progress as
select r.id as request_id, progress.*
from request r
cross join lateral (
  select
    paid.units as paid_units,
    paid.token_units as paid_token_units,
    -- The newest payment while something was unpaid; later ones paid nothing of the request.
    paid.transaction_hash as paid_transaction_hash,
    paid.payer_address as paid_by_address,
    -- The newest transfer that was seen and does not count yet.
    seen.transaction_hash as seen_transaction_hash,
    seen.block_number as seen_block_number,
    -- While there is one: the sum of all transfers, in units of what moved.
    seen.transferred_units,
    -- The milestones of that payment, or else of that transfer.
    newest.block_number, newest.seen_at, newest.confirmed_block, newest.confirmed_at,
    newest.finalized_block, newest.finalized_at
  from (
    select
      coalesce(sum(amount_units), 0)::numeric(78, 0) as units,
      coalesce(sum(token_units), 0)::numeric(78, 0) as token_units,
      (array_agg(transaction_hash order by id desc)
        filter (where units_before < r.expected_units))[1] as transaction_hash,
      (array_agg(payer_address order by id desc)
        filter (where units_before < r.expected_units))[1] as payer_address,
      (array_agg(chain_transfer_id order by id desc)
        filter (where units_before < r.expected_units))[1] as transfer_id
    from (
      -- Ids sort by time.
      select p.id, p.amount_units, p.token_units, p.transaction_hash, p.payer_address,
        p.chain_transfer_id,
        sum(p.amount_units) over (order by p.id rows unbounded preceding)
          - p.amount_units as units_before
      from active_payment p
      where p.request_id = r.id
    ) in_order
  ) paid
  left join lateral (
    select transfer.transaction_hash, transfer.id, transfer.block_number,
      (
        select sum(other.token_units) from active_transfer other
        where other.account_id = transfer.account_id and other.request_id = transfer.request_id
      ) as transferred_units
    from active_transfer transfer
    where transfer.account_id = r.account_id and transfer.request_id = r.id
      and transfer.status = 'seen'
    order by transfer.id desc
    limit 1
  ) seen on true
  left join active_transfer newest on newest.id = coalesce(paid.transfer_id, seen.id)
  -- Kept together: PostgreSQL plans a join of more than eight tables in parts, and would read all of one.
  offset 0
) progress;
