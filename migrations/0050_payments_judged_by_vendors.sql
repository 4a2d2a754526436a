-- Vendors decide about who sent a payment too, where a plan names them.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- Who judges the wallets that pay a request, as JSON; of those that nobody judges there is no row.
create view payer_plan as
select asked.request_id, link.screening as plan
from secure_payment_request asked
join secure_payment link on link.token = asked.secure_payment_token
where link.screening is not null and link.flow = 'incoming' and not asked.superseded;

-- Whether vendors are asked about it: those payments wait apart, so that a vendor that is slow holds up no other.
alter table payer_check add column is_judged boolean not null default false;
-- The vendor that refused it or gave no answer; null where a list or an allowlist did, and of what waits for its first check.
alter table payer_check add column provider text;

create index payer_check_judged_due on payer_check (due_at, chain_transfer_id)
  where due_at is not null and is_judged;
