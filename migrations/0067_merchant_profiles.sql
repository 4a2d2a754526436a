-- How an account, or one of its client IDs, introduces itself to those who pay it.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table merchant_profile (
  id text primary key,
  account_id text not null references account,
  -- Null is the account's own; a client ID's replaces it as a whole.
  client_id_id text references client_id,
  display_name text not null,
  -- Below /branding/ on the host of the pay page.
  logo_path text,
  support_url text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Also what the profile of a payment is found by.
  constraint merchant_profile_scope unique nulls not distinct (account_id, client_id_id)
);
