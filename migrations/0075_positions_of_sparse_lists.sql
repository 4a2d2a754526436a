-- Positions of lists that few rows of the account are in, so that neither their pages nor their totals are looked for
-- among all that is not in them.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- The rows up to a position, as many as there are places: of each part of a list that much else lies between, and of
-- its newest part. Null where the rows are quickly found by looking.
alter table list_position add column places text[];
-- Up to which place there is no further row of the list; null is up to `row_id`.
alter table list_position add column counted_to text;
-- Of a list that nothing is in, it is kept with position 0.
alter table list_position drop constraint list_position_position_check;
alter table list_position add constraint list_position_position_check check (position >= 0);

-- As before, and what was counted up to a place beyond the last row goes with a change before that place.
create or replace function remove_list_positions(of_account text, from_request text, from_time timestamptz)
returns void language plpgsql as $$
begin
  if from_request is null and from_time is null then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('list positions of ' || of_account, 0));
  delete from list_position
  where account_id = of_account and (
    (list like 'requests %' and coalesce(counted_to, row_id) collate "C" >= from_request)
    or (list like 'payments%' and coalesce(counted_to, row_id) collate "C" >=
      to_char(from_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  );
end $$;

-- The events of each request, found by index with any statistics, as `event_of_transaction` since migration 0074:
-- what repeats an event is looked up for each event that is found, and never by a join of the whole table.
create or replace view event_of_request as
select id as event_id, account_id, substring(payload::text from '"requestId":"(01[0-9a-f]{64})"') as request_id
from stored_event
union all
select again.id, first.account_id, substring(first.payload::text from '"requestId":"(01[0-9a-f]{64})"')
from stored_event first
cross join lateral (select id from stored_event where repeats = first.id offset 0) again;
