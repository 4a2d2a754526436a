-- Which events tell of a transaction's payments: what the comparison of the books with the chain asks,
-- which must not read an account's whole history for it.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create index event_payment on event ((payload ->> 'txHash')) where type like 'payment.%';
