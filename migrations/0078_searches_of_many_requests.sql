-- Searches of requests by direction and by amount read no more than what may be found, or an index alone.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- What is paid out without a link.
create index request_outgoing on request (account_id, id) where flow = 'outgoing';
-- As before, with what a search by amount compares.
drop index request_currency;
create index request_currency on request (account_id, currency_id, id) include (expected_units);
drop index request_converted;
create index request_converted on request (account_id, id) include (expected_units)
  where invoice_currency_id is not null;
