-- The feed reads an account's events in the order of their transactions: those below the oldest
-- running one will never have another event come between them.
create index event_feed on event (account_id, transaction_id, id);
drop index event_account;
