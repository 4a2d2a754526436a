-- Payers of an account are listed, by the state of their check and by how the integrator's id begins.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create index payer_account on payer (account_id, created_at desc, id desc)
  where erased_at is null;
create index payer_account_status on payer (account_id, identity_status, created_at desc, id desc)
  where erased_at is null;
create index payer_client_user_id on payer (account_id, client_user_id text_pattern_ops)
  where erased_at is null;
