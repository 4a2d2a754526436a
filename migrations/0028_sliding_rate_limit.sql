-- The rate limit becomes a window that slides with every call, and a block of it survives a crash of
-- PostgreSQL. The previous release goes on counting in `rate_limit`, where attempts are still counted.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- The admitted calls of one caller in the last minute. Losing them in a crash only forgets a minute of
-- calls, so the table skips the write-ahead log.
create unlogged table rate_limit_window (
  key varchar(255) primary key,
  -- The limit at the last call; an operator can change a tier between two calls.
  calls_max integer not null,
  -- Calls of one slot share an entry. Ends of slots in milliseconds since 1970, rising.
  slot_ends_ms bigint[] not null,
  -- All calls up to the end of the slot, from when the row was made.
  slot_totals bigint[] not null,
  -- All calls before the first slot that is listed.
  base_total bigint not null default 0,
  -- How many calls of the last statement were admitted.
  granted integer not null,
  -- Calls refused since the first refusal of a minute, and the end of that minute.
  refused integer not null default 0,
  refusals_end_ms bigint not null default 0
);
-- A full row holds 300 slots, 6 kB: it stays in its page, where it is changed with every call.
alter table rate_limit_window alter column slot_ends_ms set storage main;
alter table rate_limit_window alter column slot_totals set storage main;
alter table rate_limit_window set (toast_tuple_target = 8160, fillfactor = 50);

-- Callers that are refused after a sustained breach. Few and lasting minutes, so each is kept durably.
create table rate_limit_block (
  key varchar(255) primary key,
  ends_at_ms bigint not null
);
