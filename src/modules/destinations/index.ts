export { findActiveDestination } from './find-active-destination.ts';
export { findOwnDestination } from './find-own-destination.ts';
export { readAddress } from './model/address.ts';
export type { PayeeDestination } from './model/payee-destination.ts';
export { registerDestination } from './register-destination.ts';
export { type ResolvedDestination, resolveDestination } from './resolve-destination.ts';
export { resolvePayee } from './resolve-payee.ts';
