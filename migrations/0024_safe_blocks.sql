-- What the nodes call safe, beside what they call final: operators may choose it as the depth of a payment.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table chain_cursor
  -- Null where the nodes do not say, or where no setting asks for it.
  add column safe_number numeric(78, 0),
  add column safe_at timestamptz(3);
