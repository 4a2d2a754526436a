import { sameAddress } from '../ui/address.ts';

/** Whether an address is written as Tron writes them. */
export function isOnTron(address: string | undefined): boolean {
  return address?.startsWith('T') === true;
}

/** Whether two addresses are the same, where the letters of Base58 mean something else in the other case. */
export function isSameAccount(one: string | undefined, other: string | undefined): boolean {
  return isOnTron(one) ? one === other : sameAddress(one, other);
}
