-- What share a fee is was told from the setting of the day; it is part of what was agreed, so it is
-- kept with the fee.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- In basis points, a hundredth of a percent each; null for fees from before.
alter table fee_component
  add column percentage_bps integer check (percentage_bps between 0 and 10000);
