export { type Address, type AddressProblem, readAddress } from './model/address.ts';
export {
  binaryInteropAddress,
  type DestinationId,
  formatDestinationId,
  parseDestinationId,
} from './model/destination-id.ts';
export { registerDestination } from './register-destination.ts';
export { type ResolvedDestination, resolveDestination } from './resolve-destination.ts';
