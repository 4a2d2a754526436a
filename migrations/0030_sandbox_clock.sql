-- How far the clock of a sandbox was moved ahead, so that integrators can test what happens later.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- At most one row, and none in production: an installation with one refuses to start there.
create table sandbox_clock (
  singleton boolean primary key default true check (singleton),
  offset_ms bigint not null check (offset_ms > 0),
  -- By the machine's own time.
  moved_at timestamptz(3) not null
);
