-- Two indexes that 0078 replaced. By themselves, as no transaction may wait for a lock of reads while it holds one of writes.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

drop index request_currency;
drop index request_converted;
