-- Nonces that a payee signs to register or end a destination of an account.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table payee_destination_nonce (
  nonce text primary key,
  account_id text not null references account,
  action text not null check (action in ('add', 'deactivate')),
  -- The whole ERC-7828 text: wallet, chain and token.
  destination_id text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Set with the change that the signature allowed.
  consumed_at timestamptz(3)
);
create index payee_destination_nonce_expiry on payee_destination_nonce (expires_at);
