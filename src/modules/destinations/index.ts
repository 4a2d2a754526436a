export { findActiveDestination } from './find-active-destination.ts';
export { findOwnDestination } from './find-own-destination.ts';
export type { AccessPolicy as DestinationAccessPolicy } from './model/access-policy.ts';
export { readAddress, readAnyAddress } from './model/address.ts';
export type { ResolvedDestination } from './model/payable-token.ts';
export type { PayeeDestination } from './model/payee-destination.ts';
export { registerDestination } from './register-destination.ts';
export {
  type DestinationToPay,
  destinationMismatch,
  resolveDestination,
} from './resolve-destination.ts';
export { isDestinationCurrency } from './resolve-payee.ts';
