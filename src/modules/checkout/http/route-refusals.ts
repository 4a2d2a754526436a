import { Refusal } from '#kit/failure.ts';
import { TOO_MANY_ROUTES } from '#modules/crosschain/index.ts';
import type { DocumentedRefusal } from '#platform/http/endpoint.ts';

/** Why a payment cannot start on another network. */
const REASONS = [
  ['route_not_available', 'There is no route to Sepolia'],
  ['amount_too_low_for_route', 'It must be above 1 USD from another network; this is 1 USD'],
  ['amount_too_high_for_route', 'The amount is higher than this network and token can bring now'],
  ['route_too_expensive', 'The route costs 9.1 USD, above the limit of 5.01 USD'],
  ['route_refused', 'The route that was offered differs from this payment'],
  [
    'payer_is_contract',
    'The wallet is a contract on Base: pay on Optimism, or from one with a key',
  ],
  ['payee_is_contract_elsewhere', 'The payee is a contract on Base, and none on Optimism'],
  [
    'fee_receiver_is_contract',
    'Who receives a fee of this payment is a contract on Base: pay on Optimism',
  ],
] as const;

/** What preparing a payment from another network answers where it cannot be made. */
export const routeRefusals: readonly DocumentedRefusal[] = [
  {
    status: 400,
    when: 'No route leads from another network’s `chain` and `token`; of a bundle `errors` name them.',
    examples: REASONS.map(([code, message]) => new Refusal(code, 400, message)),
  },
  TOO_MANY_ROUTES,
];
