-- Invitations of people into accounts, and who made a client ID.

create table member_invitation (
  id text primary key,
  account_id text not null references account,
  role text not null check (role in ('owner', 'developer', 'finance', 'viewer')),
  -- For whom it is, in the words of who invited.
  label text not null check (length(label) between 1 and 100),
  -- The SHA-256 of the token; the token itself is stored nowhere.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Who invited: it ends when that person may no longer invite.
  created_by text not null references person,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_by text references person,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  check ((accepted_by is null) = (accepted_at is null)),
  check (accepted_at is null or revoked_at is null)
);
-- Those that can be accepted.
create index member_invitation_open on member_invitation (account_id, id)
  where accepted_at is null and revoked_at is null;
-- What the sweep removes.
create index member_invitation_expiry on member_invitation (expires_at);

-- Null where an API key made it, an operator, or a release that did not note it.
alter table client_id add column created_by text references person;
create index client_id_creator on client_id (created_by, account_id) where created_by is not null;

-- What a challenge is for: signing in, or linking the wallet to the person of one session.
alter table wallet_challenge
  add column linking_person_id text references person,
  add column linking_session_id text references session on delete cascade,
  add constraint wallet_challenge_linking
    check ((linking_person_id is null) = (linking_session_id is null));
create index wallet_challenge_linking_session on wallet_challenge (linking_session_id)
  where linking_session_id is not null;
