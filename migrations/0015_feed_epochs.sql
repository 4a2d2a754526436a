-- Transaction ids belong to a cluster, and a dump that is loaded into another one begins with small
-- ones: there a new epoch of the feed begins, above all places of the earlier ones.

create table feed_epoch (
  -- At most one row.
  singleton boolean primary key default true check (singleton),
  -- Whose transaction ids are being counted.
  system_identifier bigint not null,
  -- What every place of this epoch has added to its transaction id.
  position_offset bigint not null
);

-- A database that was already loaded into another cluster has events ahead of the counter.
insert into feed_epoch (system_identifier, position_offset)
select system_identifier,
  case when exists (select from event where transaction_id > pg_current_xact_id())
    then 17592186044416 else 0 end
from pg_control_system();

-- The place of a transaction in the feed.
create function feed_position(transaction_id xid8) returns xid8
  language sql stable parallel safe
  begin atomic
    select ((transaction_id::text)::bigint + feed_epoch.position_offset)::text::xid8 from feed_epoch;
  end;

alter table event alter column transaction_id set default feed_position(pg_current_xact_id());
