-- When the rejection of a wallet was last reported, so that it is reported once in ten minutes.

create table access_rejection (
  secure_payment_token text not null,
  wallet_address text not null,
  -- Deferred: the row is written first, which decides whether to report, and the event right after it.
  event_id text not null references event deferrable initially deferred,
  reported_at timestamptz(3) not null,
  -- How often it was reported: whoever knows a token cannot fill the table and the webhooks.
  report_count integer not null default 1 check (report_count > 0),
  primary key (secure_payment_token, wallet_address)
);
