-- How the pay page looks for the payments that a partner creates: by default, and for one client ID
-- instead. Payments that exist are shown with what holds when they are looked at.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table branding (
  id text primary key,
  -- The partner's account.
  account_id text not null references account,
  orchestrator_id text not null references orchestrator,
  -- Null is the default for every platform of the partner.
  client_id_id text references client_id,
  -- Null is not set: a whole row wins, so nothing of another row comes in its place.
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
