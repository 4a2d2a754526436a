-- Payments that a bridge made: where they were deposited, and under which number. The payer of such a
-- payment is the depositor.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table chain_transfer
  add column bridge_origin_chain_id bigint,
  add column bridge_deposit_id numeric(78, 0),
  add constraint chain_transfer_bridge
    check ((bridge_origin_chain_id is null) = (bridge_deposit_id is null));

create index chain_transfer_bridged on chain_transfer (account_id)
  where bridge_origin_chain_id is not null;

create or replace view active_transfer as
select id, account_id, request_id, status, network, block_number, block_hash, block_time,
  transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units, fee_address,
  coalesce(token_units, credited_units) as token_units,
  coalesce(token_fee_units, fee_units) as token_fee_units,
  seen_at, confirmed_block, confirmed_at, finalized_block, finalized_at,
  completes, amount_step, agreement, disagreeing_nodes, agreement_checks, agreement_due_at,
  bridge_origin_chain_id, bridge_deposit_id
from chain_transfer
where status <> 'undone';
