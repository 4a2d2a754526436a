-- Positions of lists are found by their places, and kept anew with those of sparse steps.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- Kept more closely since 0075; they are made anew by who reads.
delete from list_position;

-- What lies behind a change goes with it, among however many positions of the account.
create index list_position_requests_place on list_position (account_id, (coalesce(counted_to, row_id) collate "C"))
where list like 'requests %';
create index list_position_payments_place on list_position (account_id, (coalesce(counted_to, row_id) collate "C"))
where list like 'payments%';

-- As before, by those indexes.
create or replace function remove_list_positions(of_account text, from_request text, from_time timestamptz)
returns void language plpgsql as $$
begin
  if from_request is null and from_time is null then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('list positions of ' || of_account, 0));
  delete from list_position
  where account_id = of_account and list like 'requests %'
    and coalesce(counted_to, row_id) collate "C" >= from_request;
  delete from list_position
  where account_id = of_account and list like 'payments%'
    and coalesce(counted_to, row_id) collate "C" >=
      to_char(from_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end $$;
