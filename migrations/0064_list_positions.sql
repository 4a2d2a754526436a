-- Positions in long lists, so that neither their totals nor their last pages are counted from the beginning.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- Of a list that grows at its end alone: the row at every ten-thousandth position, counted from the oldest. It is
-- derived from the rows that it counts, and may be deleted at any time.
create table list_position (
  account_id text not null,
  list text not null,
  position bigint not null check (position > 0),
  row_id text not null,
  primary key (account_id, list, position)
);
