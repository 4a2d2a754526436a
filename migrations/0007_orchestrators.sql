-- Partners that act for the platforms that linked to them, and how the pay page looks for them.

create table orchestrator (
  id text primary key,
  -- Who created it, and who may manage it.
  account_id text not null unique references account,
  name text not null,
  status text not null check (status in ('active')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- How people of a partner are reached: a table of its own, so that it can be erased.
create table orchestrator_contact (
  orchestrator_id text primary key references orchestrator,
  email text not null
);

create table orchestrator_key (
  id text primary key,
  orchestrator_id text not null references orchestrator,
  -- The first characters, by which people recognise it.
  prefix text not null,
  key_hash bytea not null unique check (length(key_hash) = 32),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- Set by a rotation: the old key is valid until then.
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index orchestrator_key_orchestrator on orchestrator_key (orchestrator_id, id);

-- An invitation: whoever opens its link and agrees gets a client ID that is linked to the partner.
create table link_intent (
  id text primary key,
  orchestrator_id text not null references orchestrator,
  -- The SHA-256 of the `lit_...` text.
  token_hash bytea not null unique check (length(token_hash) = 32),
  client_id_name text not null,
  allowed_domains text[] not null,
  external_id text,
  -- The screening that the partner requires; null leaves it to the platform.
  kyt json,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index link_intent_orchestrator on link_intent (orchestrator_id, id);
-- What the sweep removes.
create index link_intent_expiry on link_intent (expires_at) where used_at is null;

-- One for each client ID ever: a revoked link is not created again.
create table client_id_link (
  id text primary key,
  orchestrator_id text not null references orchestrator,
  client_id_id text not null unique references client_id,
  -- The platform's account.
  account_id text not null references account,
  link_intent_id text unique references link_intent,
  status text not null check (status in ('active', 'revoked')),
  kyt json,
  -- Who chose the screening: only the platform's own choice may be changed by it.
  kyt_chosen_by text not null check (kyt_chosen_by in ('orchestrator', 'platform')),
  consented_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index client_id_link_orchestrator on client_id_link (orchestrator_id, id);
create index client_id_link_account on client_id_link (account_id, id);

-- How the pay page looks for the payments that a partner creates: by default, and for one client ID
-- instead. Existing payments are shown with what is set when a page opens them.
create table branding (
  id text primary key,
  -- The partner's account.
  account_id text not null references account,
  orchestrator_id text not null references orchestrator,
  -- Null is the default for every platform of the partner.
  client_id_id text references client_id,
  -- Null is not set: a whole row applies, and nothing of another row replaces it.
  logo_path text,
  page_background_color text,
  card_background_color text,
  primary_action_color text,
  primary_text_color text,
  secondary_text_color text,
  terms_path text,
  privacy_path text,
  display_request_branding boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint branding_scope unique nulls not distinct (orchestrator_id, client_id_id)
);

alter table client_id add foreign key (orchestrator_id) references orchestrator;
alter table event add foreign key (orchestrator_id) references orchestrator;
