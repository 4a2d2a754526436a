-- Who owns things, and how callers prove that they may act for an owner.

-- One row: which mode this database belongs to. A production start refuses a sandbox's database
-- and the other way round, because their keys and money are of different worlds.
create table installation (
  singleton boolean primary key default true check (singleton),
  mode text not null check (mode in ('sandbox', 'production')),
  created_at timestamptz(3) not null
);

create table account (
  id text primary key,
  name text not null,
  created_at timestamptz(3) not null
);

-- Only the SHA-256 of a key is kept; the prefix tells people which key it is.
create table api_key (
  id text primary key,
  account_id text not null references account,
  label text not null,
  prefix text not null,
  key_hash bytea not null unique,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_key_account on api_key (account_id, id);

create table client_id (
  id text primary key,
  account_id text not null references account,
  -- The public `cli_...` text.
  client_id text not null unique,
  label text not null,
  -- Origins that may use it from a browser; none makes it a backend client ID.
  allowed_domains text[] not null default '{}',
  -- 'page' is the hosted pay page's own; its domains follow PAY_URL.
  purpose text not null default 'integrator' check (purpose in ('integrator', 'page')),
  status text not null check (status in ('active', 'inactive', 'revoked')),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index client_id_account on client_id (account_id, id);
-- Answers a preflight: does any active client ID list this origin?
create index client_id_domain on client_id using gin (allowed_domains) where status = 'active';
create unique index client_id_page on client_id (purpose) where purpose = 'page';

-- Counters of the rate limiter. Losing them in a crash only forgets a minute of requests, so the
-- table skips the write-ahead log.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
