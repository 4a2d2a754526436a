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

-- The day of a payment, under the lock that `remove_list_positions` has taken.
create function remove_payment_day(of_account text, of_time timestamptz)
returns void language sql as $$
  delete from payment_day
  where account_id = of_account
    and starts_at = date_trunc('day', of_time at time zone 'UTC') at time zone 'UTC'
$$;

-- As before, and what changes figures removes the day that it is in. Payments of the last half hour are in none.
create or replace function remove_positions_of_late_payment() returns trigger language plpgsql as $$
begin
  perform remove_list_positions(new.account_id, null, new.received_at);
  perform remove_payment_day(new.account_id, new.received_at);
  return null;
end $$;

create or replace function remove_positions_of_undone_payment() returns trigger language plpgsql as $$
begin
  perform remove_list_positions(account_id, null, received_at)
  from payment where id = new.payment_id and received_at < now() - interval '30 minutes';
  perform remove_payment_day(account_id, received_at)
  from payment where id = new.payment_id and received_at < now() - interval '30 minutes';
  return null;
end $$;

create or replace function remove_positions_of_moved_request() returns trigger language plpgsql as $$
begin
  perform remove_list_positions(account_id, id,
    (select min(received_at) from payment where request_id = request.id))
  from request where id = new.request_id;
  perform remove_payment_day(account_id, received_at)
  from payment where request_id = new.request_id;
  return null;
end $$;
