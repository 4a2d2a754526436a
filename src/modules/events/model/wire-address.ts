/** An address as some events send it: the case of hex has no meaning; in base58 another case is another address. */
export function lowerCase(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address;
}
