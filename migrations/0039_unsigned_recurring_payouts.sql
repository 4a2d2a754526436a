-- What an account has asked a payer for and the payer has not signed, which is found when it asks for more.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create index recurring_payout_unsigned on recurring_payout (account_id, payer_address)
  where status = 'pending';
