-- The key whose tokens an account paid with, where the chain shows it: both are named, and a payment is found by either.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table chain_transfer add column payer_eoa_address text;

-- Payments by the wallet whose tokens an account paid with.
create index chain_transfer_payer_eoa on chain_transfer (account_id, payer_eoa_address)
  where payer_eoa_address is not null;

create or replace view active_transfer as
select id, account_id, request_id, status, network, block_number, block_hash, block_time,
  transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units, fee_address,
  coalesce(token_units, credited_units) as token_units,
  coalesce(token_fee_units, fee_units) as token_fee_units,
  seen_at, confirmed_block, confirmed_at, finalized_block, finalized_at,
  completes, amount_step, agreement, disagreeing_nodes, agreement_checks, agreement_due_at,
  bridge_origin_chain_id, bridge_deposit_id, bridge_sender, payer_eoa_address
from chain_transfer
where status <> 'undone';
