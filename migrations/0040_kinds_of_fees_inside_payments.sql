-- Which fee goes along inside the payments of a request: the platform's where it is null. A recurring payout has one place for a
-- fee, where another fee that applies alone stands too.
alter table request add column fee_type text;
alter table request add constraint request_fee_type check (
  fee_type is null
  or (fee_type in ('orchestrator_fee', 'protocol_fee', 'transaction_sponsorship_fee') and fee_address is not null)
);
