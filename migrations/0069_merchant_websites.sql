-- The website of a merchant profile, and the proof that it is the merchant's.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table merchant_profile
  -- A domain in lower case, in punycode where it has other letters.
  add column website_domain text,
  -- What its file or TXT record must hold: random, so that a proof is of this profile alone.
  add column website_token text,
  add column website_set_at timestamptz(3),
  -- Since when it is proven; null while it is not.
  add column website_verified_at timestamptz(3),
  add column website_checked_at timestamptz(3),
  -- Since when every check of a proven one has failed.
  add column website_failing_since timestamptz(3),
  -- Why the last check failed.
  add column website_problem text,
  -- When it is due to be checked; null once nobody checks it any more. While it is checked, when that counts as lost.
  add column website_check_at timestamptz(3),
  add constraint merchant_profile_website check (
    (website_domain is null) = (website_token is null)
    and (website_domain is null) = (website_set_at is null)
    and (website_domain is not null or (website_verified_at is null and website_check_at is null))
    and (website_verified_at is not null or website_failing_since is null)
  );

-- The sweep that checks what is due.
create index merchant_profile_website_check on merchant_profile (website_check_at)
  where website_check_at is not null;
