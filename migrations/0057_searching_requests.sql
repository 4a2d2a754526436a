-- Requests by any of their facts, newest first.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create index request_status on request (account_id, status, id);
create index request_network on request (account_id, network, id);
create index request_currency on request (account_id, currency_id, id);
create index request_expected_payer on request (account_id, payer_address, id)
  where payer_address is not null;
create index secure_payment_status on secure_payment (account_id, status, token);
-- What was seen of an account and does not count yet. Of every status: an index of these alone would have the statement
-- that confirms transfers planned anew in each block, as its status is a parameter.
create index chain_transfer_status on chain_transfer (account_id, status, request_id);
