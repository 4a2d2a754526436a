-- Who may pay a link, and what is shown before: fixed when the link is created.

alter table secure_payment
  -- Only the wallets of secure_payment_payer may pay; without rows there nobody may.
  add column restricts_payers boolean not null default false,
  -- Nothing but the status is shown to whoever has shown no wallet that may pay.
  add column hides_until_approved boolean not null default false,
  -- The payee's wallet is masked until then.
  add column hides_payee boolean not null default false;

-- Wallets that may pay, as their chain writes them: apart, because they name people.
create table secure_payment_payer (
  secure_payment_token text not null references secure_payment,
  wallet_address text not null,
  primary key (secure_payment_token, wallet_address)
);

-- The right to tell is taken first, and the event is written right after it.
alter table access_rejection
  alter constraint access_rejection_event_id_fkey deferrable initially deferred,
  -- How often it was told, so that a stranger with a token cannot fill the table and the webhooks.
  add column report_count integer not null default 1 check (report_count > 0);
