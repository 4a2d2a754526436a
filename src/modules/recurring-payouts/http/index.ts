import { activateRecurringPayoutEndpoint } from './activate-recurring-payout.ts';
import { listOwnRecurringPayoutsEndpoint } from './list-own-recurring-payouts.ts';
import { signRecurringPayoutPageEndpoint } from './sign-recurring-payout-page.ts';
import { stopRecurringPayoutPageEndpoint } from './stop-recurring-payout-page.ts';
import { updateRecurringPayoutEndpoint } from './update-recurring-payout.ts';
import { viewRecurringPayoutEndpoint } from './view-recurring-payout.ts';
import { viewRecurringPayoutPageEndpoint } from './view-recurring-payout-page.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints = [
  activateRecurringPayoutEndpoint,
  listOwnRecurringPayoutsEndpoint,
  viewRecurringPayoutEndpoint,
  updateRecurringPayoutEndpoint,
  viewRecurringPayoutPageEndpoint,
  signRecurringPayoutPageEndpoint,
  stopRecurringPayoutPageEndpoint,
];
