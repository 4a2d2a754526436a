-- What the payments that stand bring a request, kept beside it, so that settling one more payment costs the
-- same however many there were before. The database keeps it itself, in the transaction that adds the rows:
-- whichever release writes them, the sums equal them.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table request
  -- The sum of the payments that were not taken back, in the units of `expected_units`.
  add column paid_units numeric(78, 0) not null default 0,
  -- The part of it that came after the deadline of a link.
  add column paid_late_units numeric(78, 0) not null default 0;

create function add_paid_units() returns trigger language plpgsql as $$
begin
  update request set paid_units = paid_units + added.units,
    paid_late_units = paid_late_units + added.late_units
  from (
    select request_id, sum(amount_units) as units,
      coalesce(sum(amount_units) filter (where late), 0) as late_units
    from new_payment group by request_id
  ) added
  where request.id = added.request_id;
  return null;
end $$;
create trigger payment_adds_paid_units after insert on payment
  referencing new table as new_payment for each statement execute function add_paid_units();

create function subtract_paid_units() returns trigger language plpgsql as $$
begin
  update request set paid_units = paid_units - undone.units,
    paid_late_units = paid_late_units - undone.late_units
  from (
    select p.request_id, sum(p.amount_units) as units,
      coalesce(sum(p.amount_units) filter (where p.late), 0) as late_units
    from new_undo join payment p on p.id = new_undo.payment_id group by p.request_id
  ) undone
  where request.id = undone.request_id;
  return null;
end $$;
create trigger payment_undo_subtracts_paid_units after insert on payment_undo
  referencing new table as new_undo for each statement execute function subtract_paid_units();

-- Behind the triggers, whose locks let no payment be added in between.
update request set paid_units = standing.units, paid_late_units = standing.late_units
from (
  select p.request_id, sum(p.amount_units) as units,
    coalesce(sum(p.amount_units) filter (where p.late), 0) as late_units
  from payment p
  where not exists (select from payment_undo u where u.payment_id = p.id)
  group by p.request_id
) standing
where request.id = standing.request_id;

create function refuse_paid_units_change() returns trigger language plpgsql as $$
begin
  raise exception 'the sums of request % are kept by its payments', old.id;
end $$;
create trigger request_paid_units_are_protected before update of paid_units, paid_late_units on request
  for each row when (pg_trigger_depth() = 0) execute function refuse_paid_units_change();
