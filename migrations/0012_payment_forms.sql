-- Every form in which a payment can be made on one chain: in a token, in the native coin, or in a token
-- for an invoice in another currency; and requests that stand alone, without a link.

alter table request
  -- Which of the published proxies carries the payment.
  add column kind text not null default 'token' check (kind in ('token', 'native', 'conversion')),
  -- What the invoice is in, where that is not what is paid. All units of such a request are the
  -- invoice's, with eight decimals, which is how the conversion contract counts.
  add column invoice_currency_id text,
  -- The rates that lead from the invoice's currency to the token, as the contract is told them.
  add column conversion_path text[],
  -- The oldest rate that the contract may use; 0 takes any.
  add column max_rate_age_seconds integer check (max_rate_age_seconds >= 0),
  -- How much more than today's rate says the payer agrees to spend, of 10,000.
  add column slippage_bps integer check (slippage_bps between 0 and 10000),
  add column flow text not null default 'incoming' check (flow in ('incoming', 'outgoing')),
  -- What created it; a link's request is reached through its link.
  add column origin_form text not null default 'secure_payment'
    check (origin_form in ('secure_payment', 'request', 'payout', 'batch_payout', 'fee')),
  -- With which client ID and for which partner; of a link's request its link says so.
  add column client_id_id text references client_id,
  add column orchestrator_id text references orchestrator,
  add column origin text,
  add column reference text,
  -- Who is expected to pay; anybody may.
  add column payer_address text,
  add column original_request_id text,
  add column original_request_payment_reference text,
  add constraint request_conversion_is_whole check (
    (kind = 'conversion') = (invoice_currency_id is not null)
    and (kind = 'conversion') = (conversion_path is not null)
    and (kind = 'conversion') = (max_rate_age_seconds is not null)
    and (kind = 'conversion') = (slippage_bps is not null)
  );

-- What an integrator told us about the customer: apart, so that it can be erased.
create table request_person (
  request_id text primary key references request,
  customer_info json not null
);

-- A fee that is paid by a transaction of its own is a request of its own, so that it is seen, counted
-- and taken back as every payment is. Nothing is told of it but within what it is a fee of.
create table fee_component (
  request_id text primary key references request,
  account_id text not null references account,
  for_request_id text not null references request,
  position integer not null check (position >= 0),
  fee_type text not null,
  label text not null,
  bearer text not null check (bearer in ('payer', 'payee')),
  unique (for_request_id, position)
);

-- What moved in the token, where the books count in the invoice's currency.
alter table chain_transfer
  add column token_units numeric(78, 0) check (token_units >= 0),
  add column token_fee_units numeric(78, 0) check (token_fee_units >= 0);
alter table payment
  add column token_units numeric(78, 0) check (token_units >= 0),
  add column token_fee_units numeric(78, 0) check (token_fee_units >= 0);

-- A request may pass from one link to another that replaces it; one link at a time asks for it.
alter table secure_payment_request
  add column superseded boolean not null default false,
  -- The ERC-7828 text that was paid to by choice of the integrator, item by item.
  add column destination_id text,
  drop constraint secure_payment_request_request_id_key;
create unique index secure_payment_request_current on secure_payment_request (request_id)
  where not superseded;

alter table secure_payment
  -- The wallet that drew up a payout, typically the one that pays it.
  add column creator_wallet_address text,
  -- The fees as they were agreed when the link was created; never changed.
  add column fee_plan json;

alter table secure_payment_person
  alter column payer_identifier drop not null,
  add column recipient_identifier text;
