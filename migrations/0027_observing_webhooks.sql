-- The endpoint behind the sandbox's inbox hears everything of its account and must not stand for an
-- endpoint that the integrator registered: links of an API key go elsewhere only where there is none.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table webhook_endpoint
  add column is_observer boolean not null default false;
