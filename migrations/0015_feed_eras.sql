-- Transaction ids belong to a cluster, and a dump that is loaded into another one begins with small
-- ones: there a new era of the feed begins, above all places of the earlier ones.

create table feed_era (
  -- At most one row.
  one boolean primary key default true check (one),
  -- Whose transaction ids are being counted.
  system_identifier bigint not null,
  -- What every place of this era has added to its transaction id.
  places_before bigint not null
);

-- A database that was already loaded into another cluster has events ahead of the counter.
insert into feed_era (system_identifier, places_before)
select system_identifier,
  case when exists (select from event where transaction_id > pg_current_xact_id())
    then 17592186044416 else 0 end
from pg_control_system();

-- The place of a transaction in the feed.
create function feed_place(transaction_id xid8) returns xid8
  language sql stable parallel safe
  begin atomic
    select ((transaction_id::text)::bigint + feed_era.places_before)::text::xid8 from feed_era;
  end;

alter table event alter column transaction_id set default feed_place(pg_current_xact_id());
