export { readAddress, readAnyAddress } from '#catalog/addresses.ts';
export { checkPayee, guardedDestination, guards } from './check-payee.ts';
export { findActiveDestination } from './find-active-destination.ts';
export { findOwnDestination } from './find-own-destination.ts';
export type { AccessPolicy as DestinationAccessPolicy } from './model/access-policy.ts';
export { destinationIdOf } from './model/destination-of-payment.ts';
export type { PayeeDestination } from './model/payee-destination.ts';
export { payeeNotAllowed, paysOwnOnly } from './own-payees.ts';
export { registerDestination } from './register-destination.ts';
export {
  destinationMismatch,
  resolveDestination,
} from './resolve-destination.ts';
export { isDestinationCurrency } from './resolve-payee.ts';
