-- Quotes of routes for which a key may sign a permit: the amount that it signs is that of the quote.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table kept_quote (
  -- Of what is paid, from which token, by whom, and until when the permit is good.
  id bytea primary key check (octet_length(id) = 32),
  -- Each with what it was asked for.
  quotes json not null check (json_typeof(quotes) = 'array'),
  -- After which nobody signs for it.
  expires_at timestamptz(3) not null
);
create index kept_quote_expiry on kept_quote (expires_at);
