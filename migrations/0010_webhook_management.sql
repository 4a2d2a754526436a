-- Webhooks that are easy to live with: partners' endpoints, rotation, a log, replays, switching off.

alter table webhook_endpoint
  -- A partner's endpoint; then it belongs to no client ID, and the account is the partner's.
  add column orchestrator_id text references orchestrator,
  -- The secret before the last rotation, which signs beside the new one until then.
  add column previous_secret_sealed bytea,
  add column previous_secret_key_version integer,
  add column previous_secret_until timestamptz(3),
  -- When deliveries began to fail without one that succeeded since.
  add column failing_since timestamptz(3),
  -- Why it is inactive: somebody switched it off, or it only failed for too long.
  add column switched_off_by text check (switched_off_by in ('person', 'failures')),
  -- A removed endpoint keeps its deliveries and is shown no more.
  add column removed_at timestamptz(3),
  add column updated_at timestamptz(3);
drop index webhook_endpoint_url;
create unique index webhook_endpoint_url
  on webhook_endpoint (account_id, client_id_id, orchestrator_id, url_key) nulls not distinct
  where removed_at is null;
create index webhook_endpoint_orchestrator on webhook_endpoint (orchestrator_id)
  where orchestrator_id is not null;

alter table webhook_delivery
  -- A test delivery tells of nothing that happened.
  alter column event_id drop not null,
  add column is_test boolean not null default false,
  -- The first delivery of what this one tells again.
  add column replay_of text references webhook_delivery,
  drop constraint webhook_delivery_status_check,
  -- `skipped`: its endpoint was switched off; it can be replayed.
  add constraint webhook_delivery_status_check
    check (status in ('pending', 'delivered', 'failed', 'skipped')),
  add constraint webhook_delivery_event check ((event_id is null) = is_test),
  drop constraint webhook_delivery_event_id_webhook_endpoint_id_event_type_key;
-- One delivery of each body to each endpoint; replays are further ones.
create unique index webhook_delivery_first on webhook_delivery
  (event_id, webhook_endpoint_id, event_type) where replay_of is null and not is_test;
-- Whether a delivery was replayed already.
create index webhook_delivery_replay on webhook_delivery (replay_of, id)
  where replay_of is not null;
-- How many tests an endpoint was sent lately.
create index webhook_delivery_test on webhook_delivery (webhook_endpoint_id, created_at)
  where is_test;
-- What can be replayed.
create index webhook_delivery_lost on webhook_delivery (webhook_endpoint_id, id)
  where status in ('failed', 'skipped');

alter table webhook_attempt
  -- The beginning of what the receiver answered.
  add column response_excerpt text;

-- What a link's partner is told of: fixed with the event.
alter table event add column orchestrator_id text references orchestrator;

-- When a rejected wallet was last told of, so that it is told once in ten minutes.
create table access_rejection (
  secure_payment_token text not null references secure_payment,
  wallet_address text not null,
  event_id text not null references event,
  reported_at timestamptz(3) not null,
  primary key (secure_payment_token, wallet_address)
);
