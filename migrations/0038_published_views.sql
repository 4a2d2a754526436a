-- What modules may read of each other: SQL of a module names its own tables and views of modules below it.
-- Each view is of one table and names its columns, so it is pulled up into the query that reads it.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- Also what the queue of transfers needs that are seen and do not count yet.
create or replace view active_transfer as
select id, account_id, request_id, status, network, block_number, block_hash, block_time,
  transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units, fee_address,
  coalesce(token_units, credited_units) as token_units,
  coalesce(token_fee_units, fee_units) as token_fee_units,
  seen_at, confirmed_block, confirmed_at, finalized_block, finalized_at,
  completes, amount_step, agreement, disagreeing_nodes, agreement_checks, agreement_due_at
from chain_transfer
where status <> 'undone';

create view recorded_event as
select event.id, event.account_id, event.type, event.payload, event.secure_payment_token,
  event.client_id_id, event.orchestrator_id, event.origin, person.customer_info
from event left join event_person person on person.event_id = event.id;

create view destination_summary as
select id, account_id, destination_id from payee_destination;

create view client_id_summary as
select id, account_id, client_id, status, orchestrator_id from client_id;

create view request_summary as
select id, account_id, request_id, payment_reference, status, network, kind, currency_id,
  token_address, payee_address, expected_units, fee_units, fee_percentage, fee_address,
  invoice_currency_id, conversion_path, max_rate_age_seconds, slippage_bps, origin_form,
  paid_units, paid_late_units, created_at
from request;

create view secure_payment_summary as
select token, account_id, client_id_id, orchestrator_id, status, created_at, expires_at
from secure_payment;

create view secure_payment_item as
select secure_payment_token, position, request_id, superseded from secure_payment_request;

create view multicall_payout_summary as
select token, account_id, status, expires_at from multicall_payout;

create view multicall_payout_child as
select multicall_payout_token, position, request_id from multicall_payout_item;
