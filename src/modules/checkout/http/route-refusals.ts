import { Refusal } from '#kit/failure.ts';
import type { DocumentedRefusal } from '#platform/http/endpoint.ts';

/** Why a payment cannot start on another network. */
const REASONS = [
  ['route_not_available', 'There is no route from this network and token to those of the payment'],
  ['amount_too_low_for_route', 'The amount is too low to be paid from another network or token'],
  [
    'amount_too_high_for_route',
    'The amount is higher than can be paid from this network and token now',
  ],
  [
    'route_too_expensive',
    'The route costs 9.1 USD, more than the 5.01 USD that this service passes on; pay from another network or token',
  ],
  ['route_refused', 'The route that was offered differs from this payment, so it is not passed on'],
  [
    'payer_is_contract',
    'The wallet is a contract on Base, and on another network its address may belong to nobody: what cannot be paid comes back there. Pay from a wallet with a key, or on Optimism itself',
  ],
  [
    'payee_is_contract_elsewhere',
    'The payee is a contract on Base and none on Optimism, where nobody may control its address. It is not paid from another network',
  ],
] as const;

/** What preparing a payment from another network answers where it cannot be made. */
export const routeRefusals: readonly DocumentedRefusal[] = [
  {
    status: 400,
    when: 'With `chain` and `token` of another network: no route leads from there, or none that is passed on.',
    examples: REASONS.map(([code, message]) => new Refusal(code, 400, message)),
  },
];
