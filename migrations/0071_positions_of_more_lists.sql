-- Positions of lists whose rows leave them or come late: whoever changes what is in a list removes the positions behind
-- the change, in its transaction.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- Kept more closely from now on; they are made anew by who reads.
delete from list_position;

-- The positions of an account from a request and from a payment of this time on; null is from none. The database does it
-- itself, whichever release or path writes. Who writes holds the lock with others who write, and who keeps positions holds it alone, so that
-- positions which are kept at this moment are removed too. In the list of all requests nothing changes.
create function remove_list_positions(of_account text, from_request text, from_time timestamptz)
returns void language plpgsql as $$
begin
  if from_request is null and from_time is null then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('list positions of ' || of_account, 0));
  delete from list_position
  where account_id = of_account and (
    (list like 'requests %' and row_id >= from_request)
    or (list like 'payments%' and row_id collate "C" >=
      to_char(from_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  );
end $$;

-- At the end of the transaction, when it needs no further locks. No positions are kept of the last hour.
create function remove_positions_of_late_payment() returns trigger language plpgsql as $$
begin
  perform remove_list_positions(new.account_id, null, new.received_at);
  return null;
end $$;
create constraint trigger late_payment_removes_positions after insert on payment
  deferrable initially deferred
  for each row when (new.received_at < now() - interval '30 minutes')
  execute function remove_positions_of_late_payment();

create function remove_positions_of_undone_payment() returns trigger language plpgsql as $$
begin
  perform remove_list_positions(account_id, null, received_at)
  from payment where id = new.payment_id and received_at < now() - interval '30 minutes';
  return null;
end $$;
create constraint trigger undone_payment_removes_positions after insert on payment_undo
  deferrable initially deferred
  for each row execute function remove_positions_of_undone_payment();

-- That it came from another network, and who sent it, become known late.
create function remove_positions_of_sourced_payment() returns trigger language plpgsql as $$
begin
  perform remove_list_positions(new.account_id, null, min(received_at)) from payment
  where request_id = new.request_id and received_at < now() - interval '30 minutes';
  return null;
end $$;
create constraint trigger source_removes_positions after insert on payment_source
  deferrable initially deferred
  for each row execute function remove_positions_of_sourced_payment();
create constraint trigger sender_removes_positions
  after update of bridge_origin_chain_id, bridge_sender, payer_eoa_address on chain_transfer
  deferrable initially deferred
  for each row execute function remove_positions_of_sourced_payment();

-- Another link has other client IDs and another direction.
create function remove_positions_of_moved_request() returns trigger language plpgsql as $$
begin
  perform remove_list_positions(account_id, id,
    (select min(received_at) from payment where request_id = request.id))
  from request where id = new.request_id;
  return null;
end $$;
create constraint trigger moved_request_removes_positions
  after update of superseded on secure_payment_request
  deferrable initially deferred
  for each row when (old.superseded is distinct from new.superseded)
  execute function remove_positions_of_moved_request();

create function remove_positions_of_new_payee() returns trigger language plpgsql as $$
begin
  perform remove_list_positions(new.account_id, new.id,
    (select min(received_at) from payment where request_id = new.id));
  return null;
end $$;
create constraint trigger new_payee_removes_positions after update of payee_address on request
  deferrable initially deferred
  for each row when (old.payee_address is distinct from new.payee_address)
  execute function remove_positions_of_new_payee();

-- The same as `secure_payment_payout`.
drop index secure_payment_outgoing;
