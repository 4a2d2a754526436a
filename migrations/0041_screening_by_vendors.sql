-- Screening by vendors: who judges the wallets of a link, what vendors decided, and what is still being decided.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- Who judges the wallets of a link, first and as its backup, as JSON; null where nobody does. Fixed when the link is created.
alter table secure_payment add column screening text;

-- The newest decision of a vendor about a wallet, by the policy that it was judged by. Owned by nobody: the operator's keys get it.
create table vendor_answer (
  provider text not null,
  -- Empty for the default of the operator's account.
  policy_id text not null,
  network text not null,
  -- Whether money comes from the wallet or goes to it.
  direction text not null check (direction in ('incoming', 'outgoing')),
  -- As its chain writes it.
  wallet_address text not null,
  decision text not null check (decision in ('approved', 'rejected')),
  -- In the vendor's own words.
  risk_level text not null,
  categories text[] not null,
  reference text,
  answered_at timestamptz(3) not null,
  primary key (provider, policy_id, network, direction, wallet_address)
);

-- Old answers are removed, and those about one wallet when its vendor says that they changed.
create index vendor_answer_answered_at on vendor_answer (answered_at);
create index vendor_answer_wallet on vendor_answer (wallet_address);

-- A wallet of a link about which nothing is decided yet: a background job waits for the vendors, or they failed. Removed once decided.
create table wallet_screening (
  secure_payment_token text not null references secure_payment,
  role text not null check (role in ('payer', 'recipient')),
  wallet_address text not null,
  account_id text not null references account,
  network text not null,
  -- Whom the link has judge it, as JSON.
  plan text not null,
  -- What the event about it says, as JSON.
  subject text not null,
  -- When the background job goes on; null where the vendors failed and nobody has asked again.
  due_at timestamptz(3),
  failed_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (secure_payment_token, role, wallet_address),
  check ((due_at is null) <> (failed_at is null))
);

create index wallet_screening_due on wallet_screening (due_at) where due_at is not null;

-- The vendor's own words about a result, and what the next event about the wallet says; null of results by lists.
alter table link_screening
  add column risk_level text,
  add column categories text[],
  add column reference text,
  add column network text,
  add column plan text,
  add column subject text,
  -- Until when a changed decision matters to the link.
  add column watched_until timestamptz(3);

create index link_screening_watched on link_screening (wallet_address) where watched_until is not null;
