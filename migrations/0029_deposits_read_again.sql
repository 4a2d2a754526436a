-- Deposits that were found in a block that is not final are read again until one is: another branch of their network may
-- hold them in another transaction, or not at all.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- The transaction in which a deposit was found; null while it is searched for.
alter table deposit_lookup add column found_hash bytea check (octet_length(found_hash) = 32);
