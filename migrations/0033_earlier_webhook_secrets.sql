-- A second rotation within the overlap of the first keeps every secret until its promised end.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table webhook_endpoint
  -- Secrets before the previous one that still sign: a list of objects with `sealed` (base64),
  -- `keyVersion` and `until`. Null for nearly all endpoints.
  add column earlier_secrets json;
