-- What operators see of recurring payouts: since when one is paused, and what became of instalments that were not sent by us.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- Null where it is not paused.
alter table recurring_payout add column paused_at timestamptz(3);
update recurring_payout set paused_at = created_at where status = 'paused';

-- What was never signed ends once its second instalment is due.
update recurring_payout set next_check_at = first_due_at + make_interval(secs => period_seconds)
where status = 'pending' and next_check_at is null;

-- When it was found to be lost, or paid by somebody else.
alter table recurring_instalment add column resolved_at timestamptz(3);
-- The time of the block that took it, where it was not ours or carried another reference.
alter table recurring_instalment add column taken_at timestamptz(3);
update recurring_instalment set resolved_at = created_at where status in ('lost', 'paid_elsewhere');
create index recurring_instalment_resolved on recurring_instalment (resolved_at)
  where resolved_at is not null;

-- What a transaction of ordinary size may cost the sender, as it was read last.
alter table relay_sender add column typical_cost_units numeric(78, 0) check (typical_cost_units >= 0);
