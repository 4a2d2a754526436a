-- Who pays from another network pays the fees that are paid by themselves there, too: each as a request of its own on that
-- network, so that it is seen, counted and undone as every payment is.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table source_fee (
  -- The request by which the fee is paid in another token of another network.
  request_id text primary key references request,
  account_id text not null references account,
  -- The request that the fee is on the network of what it is a fee of, and what that is.
  fee_request_id text not null references fee_component,
  for_request_id text not null references request,
  currency_id text not null,
  -- What all of it pays of the fee, in units of the fee.
  fee_units numeric(78, 0) not null check (fee_units > 0),
  -- Asked for again it is the same request: what was sent to it before still counts.
  unique (fee_request_id, currency_id)
);
create index source_fee_for_request on source_fee (for_request_id);
