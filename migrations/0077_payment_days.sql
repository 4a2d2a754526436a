-- What the payments of past days of an account moved and how long they took, so that its figures of a month are not
-- read from all of its payments again.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- One row for a day of UTC, kept by who reads figures of many payments. Its arrays have an element for each quarter of an
-- hour, direction and token, as days of every time zone begin with such a quarter.
create table payment_day (
  account_id text not null references account,
  starts_at timestamptz(3) not null,
  -- Quarters of an hour since 1970.
  quarters integer[] not null,
  flows text[] not null,
  networks text[] not null,
  currency_ids text[] not null,
  payments integer[] not null,
  token_units text[] not null,
  -- Seconds that those took which the account received, as doubles of eight bytes in any order.
  settled bytea[] not null,
  confirmed bytea[] not null,
  primary key (account_id, starts_at)
);

-- As before, and the days from that of the payment on go too: what changes a list by direction changes figures.
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
  delete from payment_day
  where account_id = of_account and starts_at > from_time - interval '24 hours';
end $$;
