-- What the figures of an account read: its attempts to deliver webhooks by time, its payments and requests without
-- their rows, and its links that pay out.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create index webhook_attempt_account on webhook_attempt (account_id, started_at)
  include (retry_count, duration_ms, response_status);
create index secure_payment_outgoing on secure_payment (account_id, token) where flow = 'outgoing';
