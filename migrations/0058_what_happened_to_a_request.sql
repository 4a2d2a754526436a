-- What a payment's page shows beside the payment: notes, events and deliveries.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- What a team writes down about a request, for itself. A table of its own, because people may be named in it: it is
-- erased without touching payments.
create table request_note (
  id text primary key,
  account_id text not null references account,
  request_id text not null references request,
  text text not null check (length(text) between 1 and 2000),
  -- Whose credential wrote it, and the person where one was signed in.
  author_kind text not null,
  person_id text,
  created_at timestamptz(3) not null
);
create index request_note_request on request_note (account_id, request_id, id);

-- Events by their link, and those of a request without one. Read from the text, as functions of JSON refuse texts with a
-- NUL in them.
create index event_link on event (account_id, secure_payment_token, id)
  where secure_payment_token is not null;
create index event_request on event
  (account_id, (substring(payload::text from '"requestId":"(01[0-9a-f]{64})"')));
-- Events newest first, all and of one type.
create index event_newest on event (account_id, id);
create index event_type on event (account_id, type, id);

create or replace view recorded_event as
select event.id, event.account_id, event.type, event.payload, event.secure_payment_token,
  event.client_id_id, event.orchestrator_id, event.origin, person.customer_info, event.created_at
from event left join event_person person on person.event_id = event.id;
