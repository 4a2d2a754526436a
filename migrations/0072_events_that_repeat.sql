-- An event that repeats most of an earlier one is stored as its difference from it. Who reads `event` reads the text that was
-- recorded, as before.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table event rename to stored_event;
-- An event of the same request and transaction, which has its payload itself. The payload of this one is then a list of
-- what it consists of: texts of its own, and characters of the other one as their place and number. No older row has it,
-- so none has to be looked at.
alter table stored_event add column repeats text;
alter table stored_event add constraint stored_event_repeats foreign key (repeats) references stored_event not valid;
create index stored_event_repeats on stored_event using hash (repeats);

-- What payloads name is as long as a hash of a chain, and is looked up by nothing but its equality.
drop index event_request;
create index event_request on stored_event
  using hash ((substring(payload::text from '"requestId":"(01[0-9a-f]{64})"')));
drop index event_payment;
create index event_payment on stored_event
  using hash ((substring(payload::text from '"txHash":"(0x[0-9a-fA-F]+)"'))) where type like 'payment.%';
drop index event_payment_bare_hash;
create index event_payment_bare_hash on stored_event
  using hash ((substring(payload::text from '"txHash":"([0-9a-fA-F]{64})"'))) where type like 'payment.%';

-- The text of a payload that is stored as its difference from another. It holds no NUL, not even escaped, that functions of
-- JSON would refuse: what is escaped in a payload is escaped once more in a text of the list.
create function whole_payload(difference json, other text) returns json
  language sql immutable strict parallel safe
  return (
    select string_agg(case json_typeof(part)
        when 'string' then part #>> '{}'
        else substr(other, (part ->> 0)::integer, (part ->> 1)::integer) end, '' order by number)::json
    from json_array_elements(difference) with ordinality as listed (part, number)
  );

create view event as
select id, account_id, type, schema_version, transaction_id, secure_payment_token, client_id_id, orchestrator_id,
  origin, case when repeats is null then payload else whole_payload(payload, (
    select other.payload::text from stored_event other where other.id = stored_event.repeats)) end as payload, created_at
from stored_event;

-- The previous release adds its events here.
alter view event alter column transaction_id set default feed_position(pg_current_xact_id());
create function add_event() returns trigger language plpgsql as $$
begin
  insert into stored_event (id, account_id, type, schema_version, transaction_id, secure_payment_token, client_id_id,
    orchestrator_id, origin, payload, created_at)
  values (new.id, new.account_id, new.type, new.schema_version, new.transaction_id, new.secure_payment_token,
    new.client_id_id, new.orchestrator_id, new.origin, new.payload, new.created_at);
  return new;
end $$;
create trigger event_is_added instead of insert on event for each row execute function add_event();

create or replace view recorded_event as
select event.id, event.account_id, event.type, event.payload, event.secure_payment_token,
  event.client_id_id, event.orchestrator_id, event.origin, person.customer_info, event.created_at
from event left join event_person person on person.event_id = event.id;

-- The events of each request, by the index of what their payloads say. What repeats another is about the same.
create view event_of_request as
select id as event_id, account_id, substring(payload::text from '"requestId":"(01[0-9a-f]{64})"') as request_id
from stored_event
union all
select again.id, first.account_id, substring(first.payload::text from '"requestId":"(01[0-9a-f]{64})"')
from stored_event first join stored_event again on again.repeats = first.id;

-- The events of the payments of each transaction, with its hash as some networks write it and as others do.
create view event_of_transaction as
select id as event_id, substring(payload::text from '"txHash":"(0x[0-9a-fA-F]+)"') as transaction_hash
from stored_event where type like 'payment.%'
union all
select id, substring(payload::text from '"txHash":"([0-9a-fA-F]{64})"')
from stored_event where type like 'payment.%'
union all
select again.id, substring(first.payload::text from '"txHash":"(0x[0-9a-fA-F]+)"')
from stored_event first join stored_event again on again.repeats = first.id
where first.type like 'payment.%'
union all
select again.id, substring(first.payload::text from '"txHash":"([0-9a-fA-F]{64})"')
from stored_event first join stored_event again on again.repeats = first.id
where first.type like 'payment.%';
