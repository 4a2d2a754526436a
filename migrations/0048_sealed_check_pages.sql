-- The page on which a payer shows who it is opens for whoever has its address, so that is sealed like other personal data.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

-- The address of the page, encrypted with the key of this version.
alter table payer
  add column check_page bytea,
  add column check_page_key_version integer,
  add constraint payer_check_page check ((check_page is null) = (check_page_key_version is null));

-- Written by earlier releases alone, and sealed by a background job. A later release removes it.
comment on column payer.check_url is 'In clear, from releases before check_page; a background job seals it.';
-- Found by that job.
create index payer_check_url on payer (id) where check_url is not null;
-- Ended by an earlier release, which does not know of the sealed column.
create index payer_check_page_left on payer (id) where check_page is not null and check_reference is null;
