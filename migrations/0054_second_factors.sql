-- The second factor of people who sign in with a password: apps that show codes, passkeys, and codes
-- for whoever lost both.

create table authenticator_app (
  id text primary key,
  person_id text not null references person,
  name text not null check (length(name) between 1 and 100),
  -- What codes are computed of, encrypted with the key of this version.
  secret_sealed bytea not null,
  secret_key_version integer not null,
  -- Null until a first code was right; before, it counts as nothing.
  activated_at timestamptz(3),
  -- The time step of the last code that was taken: no code counts twice.
  last_used_step bigint,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index authenticator_app_person on authenticator_app (person_id, id);

create table passkey (
  id text primary key,
  person_id text not null references person,
  name text not null check (length(name) between 1 and 100),
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- In COSE form; the largest that browsers make, ML-DSA-87, has 2,592 bytes.
  public_key bytea not null check (length(public_key) between 1 and 8192),
  -- How often its device has signed, as it says; one that falls is a copy.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index passkey_person on passkey (person_id, id);

-- What a passkey must sign. One attempt consumes it, also a failed one.
create table passkey_challenge (
  id text primary key,
  person_id text not null references person,
  purpose text not null check (purpose in ('addition', 'sign_in')),
  challenge text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3)
);
-- What the sweep removes.
create index passkey_challenge_expiry on passkey_challenge (expires_at);

create table recovery_code (
  person_id text not null references person,
  -- The SHA-256 of the code; the code itself is stored nowhere.
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (person_id, code_hash)
);

-- A sign-in whose password was right, and whose second factor is yet to come. It opens nothing by itself.
create table pending_sign_in (
  id text primary key,
  account_id text not null references account,
  person_id text not null references person,
  email_login_id text not null references email_login,
  -- The SHA-256 of its token.
  token_hash bytea not null unique check (length(token_hash) = 32),
  attempts integer not null default 0 check (attempts >= 0),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3)
);
create index pending_sign_in_person on pending_sign_in (person_id);
-- What the sweep removes.
create index pending_sign_in_expiry on pending_sign_in (expires_at);

-- When a second factor was proven in the session; null without one.
alter table session add column second_factor_at timestamptz(3);
-- The sessions of a person's password, which end with a change of second factors.
create index session_email_login on session (email_login_id) where ended_at is null;
