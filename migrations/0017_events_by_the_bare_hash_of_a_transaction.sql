-- Events of networks that write transaction hashes without 0x, found by their hash.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create index event_payment_bare_hash on event
  ((substring(payload::text from '"txHash":"([0-9a-fA-F]{64})"')))
  where type like 'payment.%';
