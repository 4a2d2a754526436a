-- Payment links: the public tokens, what each asks to be paid, and who may pay.

create table secure_payment (
  -- A ULID: the public token, and the right to read and pay the link.
  token text primary key,
  account_id text not null references account,
  -- The client ID it was created with, if one was.
  client_id_id text references client_id,
  -- The partner that created it for its platform; later links and unlinks do not change it.
  orchestrator_id text references orchestrator,
  origin text,
  payment_type text not null check (payment_type in ('single', 'batch')),
  flow text not null check (flow in ('incoming', 'outgoing')),
  status text not null
    check (status in ('pending', 'completed', 'expired', 'invalidated', 'compliance_failed')),
  destination_id text,
  reference text,
  redirect_url text,
  redirect_label text,
  -- The wallet that drafted a payout, typically the one that pays it.
  creator_wallet_address text,
  -- The fees as they were agreed when the link was created; never changed.
  fee_plan json,
  -- Only the wallets of secure_payment_payer may pay; without rows there nobody may.
  restricts_payers boolean not null default false,
  -- Only the status is shown to whoever has not shown a wallet that may pay.
  hides_until_approved boolean not null default false,
  -- The payee's wallet is masked until then.
  hides_payee boolean not null default false,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  completed_at timestamptz(3),
  -- It was completed by money that came after its deadline; an undone settlement then leads back to
  -- 'expired' instead of 'pending'.
  settled_late boolean not null default false
);
create index secure_payment_account on secure_payment (account_id, token);
-- The expiry sweep's queue.
create index secure_payment_due on secure_payment (expires_at, token) where status = 'pending';
-- Links by reference and by client ID.
create index secure_payment_reference on secure_payment (account_id, reference)
  where reference is not null;
create index secure_payment_client on secure_payment (client_id_id, token)
  where client_id_id is not null;
-- The open links of a revoked client ID, however many were paid through it.
create index secure_payment_open_client on secure_payment (client_id_id, token)
  where status = 'pending' and client_id_id is not null;

-- The requests of a link. A request may pass from one link to another that replaces it; one link at a
-- time is current for it.
create table secure_payment_request (
  secure_payment_token text not null references secure_payment,
  position integer not null check (position >= 0),
  request_id text not null references request,
  superseded boolean not null default false,
  -- The ERC-7828 text of the destination that the integrator chose for this item.
  destination_id text,
  primary key (secure_payment_token, position)
);
create unique index secure_payment_request_current on secure_payment_request (request_id)
  where not superseded;
-- The links of a request, also those that were replaced.
create index secure_payment_request_request on secure_payment_request (request_id);

-- What an integrator stored about the people who pay and are paid: a table of its own, so that it can
-- be erased.
create table secure_payment_person (
  secure_payment_token text primary key references secure_payment,
  payer_identifier text,
  recipient_identifier text
);

-- Wallets that may pay, as their chain writes them: a table of its own, because they identify people.
create table secure_payment_payer (
  secure_payment_token text not null references secure_payment,
  wallet_address text not null,
  primary key (secure_payment_token, wallet_address)
);

alter table event add foreign key (secure_payment_token) references secure_payment;
alter table access_rejection add foreign key (secure_payment_token) references secure_payment;

create view secure_payment_summary as
select token, account_id, client_id_id, orchestrator_id, status, created_at, expires_at
from secure_payment;

create view secure_payment_item as
select secure_payment_token, position, request_id, superseded from secure_payment_request;
