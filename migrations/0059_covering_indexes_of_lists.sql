-- Lists say how many rows they have in all. Counting those of a large account from its rows takes many times as
-- long as from an index that holds what the count filters by; none of that ever changes.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

drop index request_account;
create index request_account on request (account_id, id) include (origin_form);
drop index request_payee;
create index request_payee on request (account_id, payee_address, id) include (origin_form);
-- The few requests that the count of payments leaves out.
create index request_fee on request (account_id, id) where origin_form = 'fee';
create index request_converted on request (account_id, id) where invoice_currency_id is not null;
create index request_recurring on request (account_id, id) where recurring_payout_id is not null;

drop index payment_received;
create index payment_received on payment (account_id, received_at desc, id desc)
  include (request_id, currency_id);
