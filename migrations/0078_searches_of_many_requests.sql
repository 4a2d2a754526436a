-- Searches of requests by direction and by amount read no more than what may be found, or an index alone.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- Nothing is written to requests while these are built; they are read as before.
-- What is paid out without a link.
create index request_outgoing on request (account_id, id) where flow = 'outgoing';
-- As `request_currency` and `request_converted`, with what a search by amount compares.
create index request_currency_amount on request (account_id, currency_id, id) include (expected_units);
create index request_converted_amount on request (account_id, id) include (expected_units)
  where invoice_currency_id is not null;
