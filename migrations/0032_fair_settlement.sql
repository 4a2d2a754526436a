-- What a look for due transfers goes by, so that a flood of small payments of one request or one account
-- keeps no other waiting: whether a transfer completes its request, its account and its request.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table chain_transfer
  -- Whether it alone paid what was missing when it was seen. It only says what is looked at first; what
  -- the previous release writes is looked at among the others.
  add column completes boolean not null default false;
-- Asked only while more is due than one look takes on.
create index chain_transfer_full on chain_transfer (network, amount_step, account_id, block_number)
  where status = 'seen' and agreement_due_at is null and completes;
create index chain_transfer_partial
  on chain_transfer (network, amount_step, account_id, request_id, block_number)
  where status = 'seen' and agreement_due_at is null and not completes;
create index chain_transfer_agreement_due_fair
  on chain_transfer (network, completes, account_id, agreement_due_at)
  where status = 'seen' and agreement_due_at is not null;
