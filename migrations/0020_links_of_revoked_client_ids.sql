-- What the sweep asks that withdraws the open links of revoked client IDs: it starts from the few that
-- are revoked, and reads of each only what is still open, however many links were paid through it.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create index client_id_revoked on client_id (id) where status = 'revoked';
create index secure_payment_open_client on secure_payment (client_id_id, token)
  where status = 'pending' and client_id_id is not null;
