-- Answers that are given again to whoever repeats a call with the same Idempotency-Key. A row is
-- written in the transaction of the effect it answers for.

create table idempotent_answer (
  -- The SHA-256 of credential, method and path: the same key elsewhere is another key.
  scope bytea not null check (length(scope) = 32),
  key text not null,
  account_id text not null references account,
  -- The SHA-256 of the canonical body.
  fingerprint bytea not null check (length(fingerprint) = 32),
  status integer not null,
  -- Sealed, because an answer may show a secret once.
  answer_sealed bytea not null,
  answer_key_version integer not null,
  created_at timestamptz(3) not null,
  primary key (scope, key)
);
-- What the sweep removes.
create index idempotent_answer_created on idempotent_answer (created_at);
