-- Whether a client ID that browsers carry may pay other payees than the account's own destinations.
-- Anybody can use such a client ID, and so be told of as paid what was paid to a wallet of their own.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table client_id
  -- Null is the default of the mode: yes in the sandbox, no in production.
  add column can_pay_any_payee boolean;
