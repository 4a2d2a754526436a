import type { AccessRow } from '../support/access-fixtures.ts';
import { ACCOUNTS_ROWS } from './access/accounts.ts';
import { ADMINISTRATION_ROWS } from './access/administration.ts';
import { MEMBERS_ROWS } from './access/members.ts';
import { MERCHANT_PROFILES_ROWS } from './access/merchant-profiles.ts';
import { PARTNERS_ROWS } from './access/partners.ts';
import { PAYERS_ROWS } from './access/payers.ts';
import { PAYMENT_DETAILS_ROWS } from './access/payment-details.ts';
import { PAYMENTS_ROWS } from './access/payments.ts';
import { PAYOUT_IMPORTS_ROWS } from './access/payout-imports.ts';
import { RECEIPTS_ROWS } from './access/receipts.ts';
import { RECURRING_PAYOUTS_ROWS } from './access/recurring-payouts.ts';
import { SCREENING_ROWS } from './access/screening.ts';
import { SECOND_FACTORS_ROWS } from './access/second-factors.ts';
import { SIGNED_DESTINATIONS_ROWS } from './access/signed-destinations.ts';
import { WEBHOOK_ROWS } from './access/webhooks.ts';

/** One row for each endpoint; `authorization.test.ts` fails for one that is missing. */
export const ACCESS_ROWS: Readonly<Record<string, AccessRow>> = {
  ...ACCOUNTS_ROWS,
  ...ADMINISTRATION_ROWS,
  ...MEMBERS_ROWS,
  ...MERCHANT_PROFILES_ROWS,
  ...PARTNERS_ROWS,
  ...PAYERS_ROWS,
  ...PAYMENTS_ROWS,
  ...PAYMENT_DETAILS_ROWS,
  ...PAYOUT_IMPORTS_ROWS,
  ...RECEIPTS_ROWS,
  ...RECURRING_PAYOUTS_ROWS,
  ...SCREENING_ROWS,
  ...SECOND_FACTORS_ROWS,
  ...SIGNED_DESTINATIONS_ROWS,
  ...WEBHOOK_ROWS,
};
