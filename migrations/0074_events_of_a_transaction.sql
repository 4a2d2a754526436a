-- The events of the payments of each transaction, found by index with any statistics.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- `offset 0`: what repeats an event is looked up for each event that is found, and never by a join of the whole table.
create or replace view event_of_transaction as
select id as event_id, substring(payload::text from '"txHash":"(0x[0-9a-fA-F]+)"') as transaction_hash
from stored_event where type like 'payment.%'
union all
select id, substring(payload::text from '"txHash":"([0-9a-fA-F]{64})"')
from stored_event where type like 'payment.%'
union all
select again.id, substring(first.payload::text from '"txHash":"(0x[0-9a-fA-F]+)"')
from stored_event first
cross join lateral (select id from stored_event where repeats = first.id offset 0) again
where first.type like 'payment.%'
union all
select again.id, substring(first.payload::text from '"txHash":"([0-9a-fA-F]{64})"')
from stored_event first
cross join lateral (select id from stored_event where repeats = first.id offset 0) again
where first.type like 'payment.%';
