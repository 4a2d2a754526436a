-- All destinations of an account, ended ones included, newest first.
create index payee_destination_account on payee_destination (account_id, id);
