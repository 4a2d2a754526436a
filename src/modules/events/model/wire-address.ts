/** An address as some events tell it: hex has a meaningless case; in base58 another case is another address. */
export function lowerCase(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address;
}
