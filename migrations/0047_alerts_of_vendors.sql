-- Alerts of vendors that screen wallets: which were received, so that a repeated one asks nobody again.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table screening_alert (
  provider text not null,
  -- SHA-256 of what is proven to come from the vendor, in hexadecimal: an id beside that could be changed by whoever repeats it.
  digest text not null,
  received_at timestamptz(3) not null,
  primary key (provider, digest)
);

-- Old alerts are removed.
create index screening_alert_received_at on screening_alert (received_at);

-- The decisions of open links that are asked for again by their age.
create index link_screening_evaluated on link_screening (evaluated_at) where watched_until is not null;
