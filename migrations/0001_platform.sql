-- What belongs to no module: the mode of the installation, limits of callers, and repeated calls.

-- One row: which mode this database belongs to. A production start refuses a sandbox's database
-- and the other way round, because their keys and money must never mix.
create table installation (
  singleton boolean primary key default true check (singleton),
  mode text not null check (mode in ('sandbox', 'production')),
  created_at timestamptz(3) not null
);

-- Attempts of a caller, such as failed sign-ins; the columns are those of the library that counts.
-- A crash may lose a minute of attempts, so the table skips the write-ahead log.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- The admitted calls of one caller in the last minute, a window that slides with every call.
-- A crash may lose a minute of calls, so the table skips the write-ahead log. A full row holds
-- 300 slots, 6 kB: it stays in its page, where it is changed with every call.
create unlogged table rate_limit_window (
  key varchar(255) primary key,
  -- The limit at the last call; an operator can change a tier between two calls.
  calls_max integer not null,
  -- Calls of one slot share an entry. Ends of slots in milliseconds since 1970, rising.
  slot_ends_ms bigint[] not null,
  -- All calls up to the end of the slot, since the row was created.
  slot_totals bigint[] not null,
  -- All calls before the first slot that is listed.
  base_total bigint not null default 0,
  -- How many calls of the last statement were admitted.
  granted integer not null,
  -- Calls refused since the first refusal of a minute, and the end of that minute.
  refused integer not null default 0,
  refusals_end_ms bigint not null default 0
) with (toast_tuple_target = 8160, fillfactor = 50);
alter table rate_limit_window alter column slot_ends_ms set storage main;
alter table rate_limit_window alter column slot_totals set storage main;

-- Callers that are refused after a sustained breach. Few and lasting minutes, so each survives a crash.
create table rate_limit_block (
  key varchar(255) primary key,
  ends_at_ms bigint not null
);

-- Responses that are sent again to whoever repeats a call with the same Idempotency-Key. A row is
-- written in the transaction of the effect that it responds to.
create table idempotent_answer (
  -- The SHA-256 of credential, method and path: the same key elsewhere is another key.
  scope bytea not null check (length(scope) = 32),
  key text not null,
  account_id text not null,
  -- The SHA-256 of the canonical body.
  fingerprint bytea not null check (length(fingerprint) = 32),
  status integer not null,
  -- Encrypted, because a response may show a secret once.
  answer_sealed bytea not null,
  answer_key_version integer not null,
  created_at timestamptz(3) not null,
  primary key (scope, key)
);
-- What the sweep removes.
create index idempotent_answer_created on idempotent_answer (created_at);

-- The trigger of tables whose rows are added and never changed.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are added, never changed', tg_table_name;
end $$;
