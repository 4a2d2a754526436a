-- Where a transfer waits that was looked at and did not count yet, so that a look for what is due
-- reads what may be due and not all that waits: the step of the rules by amount that holds it back, or
-- the nodes, which `agreement_due_at` says since the file 0021.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table chain_transfer
  -- Counted from the smallest amounts; it only says where to look, what counts is worked out anew.
  add column amount_step smallint not null default 0;
-- In place of the index by blocks alone, whose questions its first column answers as well.
create index chain_transfer_depth on chain_transfer (network, amount_step, block_number)
  where status = 'seen' and agreement_due_at is null;
create index chain_transfer_agreement_due on chain_transfer (network, agreement_due_at)
  where status = 'seen' and agreement_due_at is not null;
drop index chain_transfer_seen;
