import type { Context } from '#context.ts';
import { endpoints as apiRequests } from '#modules/api-requests/http/index.ts';
import { endpoints as audit } from '#modules/audit/http/index.ts';
import { endpoints as checkout } from '#modules/checkout/http/index.ts';
import { endpoints as clients } from '#modules/clients/http/index.ts';
import { endpoints as commerce } from '#modules/commerce/http/index.ts';
import { endpoints as compliance } from '#modules/compliance/http/index.ts';
import { endpoints as currencies } from '#modules/currencies/http/index.ts';
import { endpoints as destinations } from '#modules/destinations/http/index.ts';
import { endpoints as events } from '#modules/events/http/index.ts';
import { endpoints as fees } from '#modules/fees/http/index.ts';
import { endpoints as identity } from '#modules/identity/http/index.ts';
import { endpoints as journeys } from '#modules/journeys/http/index.ts';
import { endpoints as members } from '#modules/members/http/index.ts';
import { endpoints as merchantProfiles } from '#modules/merchant-profiles/http/index.ts';
import { endpoints as multicallPayouts } from '#modules/multicall-payouts/http/index.ts';
import { endpoints as notifications } from '#modules/notifications/http/index.ts';
import { endpoints as offRamps } from '#modules/off-ramps/http/index.ts';
import { endpoints as orchestrators } from '#modules/orchestrators/http/index.ts';
import { endpoints as payers } from '#modules/payers/http/index.ts';
import { endpoints as paymentDetails } from '#modules/payment-details/http/index.ts';
import { endpoints as payoutImports } from '#modules/payout-imports/http/index.ts';
import { endpoints as payouts } from '#modules/payouts/http/index.ts';
import { endpoints as receipts } from '#modules/receipts/http/index.ts';
import { endpoints as recurringPayouts } from '#modules/recurring-payouts/http/index.ts';
import { endpoints as requests } from '#modules/requests/http/index.ts';
import { endpoints as savedPayouts } from '#modules/saved-payouts/http/index.ts';
import { endpoints as screening } from '#modules/screening/http/index.ts';
import { endpoints as screeningOverrides } from '#modules/screening-overrides/http/index.ts';
import { endpoints as securePayments } from '#modules/secure-payments/http/index.ts';
import { endpoints as settlement } from '#modules/settlement/http/index.ts';
import { endpoints as webhooks } from '#modules/webhooks/http/index.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { viewHealthEndpoint } from '../monitoring/http/view-health.ts';

/** Every endpoint of every module and that of the monitoring, which reads many of them, for both hosts. */
export const ENDPOINTS: readonly Endpoint<Context>[] = [
  ...identity,
  ...audit,
  ...apiRequests,
  ...clients,
  ...destinations,
  ...orchestrators,
  ...members,
  ...merchantProfiles,
  ...fees,
  ...currencies,
  ...requests,
  ...payouts,
  ...payers,
  ...offRamps,
  ...commerce,
  ...recurringPayouts,
  ...journeys,
  ...paymentDetails,
  ...securePayments,
  ...multicallPayouts,
  ...payoutImports,
  ...savedPayouts,
  ...checkout,
  ...receipts,
  ...settlement,
  ...screening,
  ...screeningOverrides,
  ...compliance,
  ...events,
  ...webhooks,
  ...notifications,
  viewHealthEndpoint,
];
