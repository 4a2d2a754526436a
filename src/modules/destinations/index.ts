export { readAddress } from './model/address.ts';
export { registerDestination } from './register-destination.ts';
export { type ResolvedDestination, resolveDestination } from './resolve-destination.ts';
export { resolvePayee } from './resolve-payee.ts';
