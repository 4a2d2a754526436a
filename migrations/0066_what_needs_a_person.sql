-- What of each module needs a person: one view of each, which the list of notifications reads.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- Endpoints that only fail, and those that were switched off for it. An account has few.
create view webhook_problem as
select id, account_id, orchestrator_id is not null as is_of_partner, url, is_active,
  coalesce(failing_since, updated_at, created_at) as since
from webhook_endpoint
where removed_at is null
  and ((is_active and failing_since is not null) or switched_off_by = 'failures');

-- Payments that do not count because of who sent them.
create view held_payment as
select checked.chain_transfer_id as id, checked.account_id, checked.status,
  request.request_id, transfer.token_units, request.currency_id, checked.held_at as since
from payer_check checked
join active_transfer transfer on transfer.id = checked.chain_transfer_id
join request_summary request on request.id = checked.request_id
where checked.status in ('undecided', 'refused');

-- Since when the payer was seen to lack something for the next instalment; null where nothing is lacking.
alter table recurring_payout add column shortage_since timestamptz(3);
create index recurring_payout_not_paying on recurring_payout (account_id, id)
  where status = 'paused' or (status = 'active' and shortage is not null);
create view recurring_payout_problem as
select id, account_id, status, reference, shortage, failure_reason,
  coalesce(case when status = 'paused' then paused_at else shortage_since end, created_at) as since
from recurring_payout
where status = 'paused' or (status = 'active' and shortage is not null);

-- Lists of payouts that wait, have no bundle, or have rows that were not created, unless they are paid again by a later one.
create index payout_import_row_refused on payout_import_row (payout_import_id)
  where status = 'refused';
create view payout_import_problem as
select list.id, list.account_id, list.status, list.file_name, list.problem,
  refused.row_count as refused_row_count, coalesce(list.ended_at, list.created_at) as since,
  (select max(line.due_at) from payout_import_row line
    where line.payout_import_id = list.id and line.status = 'waiting') as delayed_until
from payout_import list
cross join lateral (
  select count(*)::integer as row_count from payout_import_row line
  where line.payout_import_id = list.id and line.status = 'refused'
) refused
where (list.problem is not null or refused.row_count > 0)
  and not exists (select from payout_import again where again.repeat_of = list.id);

-- When the provider sent the money back, or gave it up; null where neither happened.
alter table off_ramp_order add column returned_at timestamptz(3);
update off_ramp_order set returned_at = created_at
  where status in ('bounced', 'refunded', 'failed') and returned_at is null;
create index off_ramp_order_returned on off_ramp_order (account_id, returned_at)
  where returned_at is not null;
create view returned_bank_payout as
select id, account_id, request_id, status, amount_units, currency_id, returned_at as since
from off_ramp_order
where returned_at is not null;

-- Keys that end by themselves.
create index api_key_expiry on api_key (account_id, expires_at)
  where expires_at is not null and revoked_at is null;
create view expiring_api_key as
select id, account_id, label, expires_at, last_used_at
from api_key
where expires_at is not null and revoked_at is null;
