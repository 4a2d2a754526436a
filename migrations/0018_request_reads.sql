-- What the reads of requests and payments filter by, each from an index, and the wish that a request
-- shall not come round again.

-- Nothing recurs yet; a request that is told not to never will.
alter table request add column recurrence_stopped boolean not null default false;

-- Requests by who is paid, by what they are called and by what they were made with.
create index request_payee on request (account_id, payee_address, id);
create index request_reference on request (account_id, reference) where reference is not null;
create index request_invoice on request (account_id, invoice_currency_id)
  where invoice_currency_id is not null;
create index request_client on request (client_id_id, id) where client_id_id is not null;

-- Links by what they are called and by what they were made with.
create index secure_payment_reference on secure_payment (account_id, reference)
  where reference is not null;
create index secure_payment_client on secure_payment (client_id_id, token)
  where client_id_id is not null;
-- The link of a request, also one that was replaced.
create index secure_payment_request_request on secure_payment_request (request_id);

-- Payments by what a chain calls them, by who paid, by what moved, and newest first.
create index payment_transaction on payment (account_id, transaction_hash);
create index payment_payer on payment (account_id, payer_address, received_at desc, id desc);
create index payment_received on payment (account_id, received_at desc, id desc);
