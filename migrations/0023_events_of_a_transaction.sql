-- Which events tell of a transaction's payments: what the comparison of the books with the chain asks,
-- which must not read an account's whole history for it.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- Read from the text: what takes JSON apart refuses texts with a NUL in them, which an event may hold.
create index event_payment on event ((substring(payload::text from '"txHash":"(0x[0-9a-fA-F]+)"')))
  where type like 'payment.%';
