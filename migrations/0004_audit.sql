-- Who did what to which object: added in the transaction of the change, and never changed.

create table audit_entry (
  id text primary key,
  account_id text not null references account,
  actor_kind text not null check (actor_kind in
    ('api_key', 'client_id', 'session', 'orchestrator_key', 'orchestrator_pair', 'none', 'operator', 'system')),
  -- The row of the credential, where one was used.
  actor_id text,
  -- Past tense, as events are: `api_key.revoked`.
  action text not null,
  object_kind text not null,
  object_id text not null,
  details json not null,
  correlation_id text,
  created_at timestamptz(3) not null
);
create index audit_entry_account on audit_entry (account_id, id);
create index audit_entry_action on audit_entry (account_id, action, id);
create index audit_entry_object on audit_entry (account_id, object_id, id);
create trigger audit_entry_is_immutable before update or delete on audit_entry
  for each row execute function refuse_change();

-- From where a person acted: a table of its own, so that it can be erased.
create table audit_entry_metadata (
  audit_entry_id text primary key references audit_entry,
  ip_address text not null
);
