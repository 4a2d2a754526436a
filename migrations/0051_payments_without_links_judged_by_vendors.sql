-- Who judges the wallets of payments that have no link, as JSON; null where nobody does. Fixed when they are created.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table request add column screening text;
alter table recurring_payout add column screening text;

create or replace view request_summary as
select id, account_id, request_id, payment_reference, status, network, kind, currency_id,
  token_address, payee_address, expected_units, fee_units, fee_percentage, fee_address,
  invoice_currency_id, conversion_path, max_rate_age_seconds, slippage_bps, origin_form,
  paid_units, paid_late_units, created_at, recurring_payout_id, flow, screening
from request;

-- Those of requests without a link too.
create or replace view payer_plan as
select asked.request_id, link.screening as plan
from secure_payment_request asked
join secure_payment link on link.token = asked.secure_payment_token
where link.screening is not null and link.flow = 'incoming' and not asked.superseded
union all
select request.id, request.screening
from request_summary request
where request.screening is not null and request.flow = 'incoming';
