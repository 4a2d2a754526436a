import { hash } from 'node:crypto';

/** The properties of an event from a payer's browser. */
export type UserEventProperties = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>;

/** The wire's name of the wallet; hashed in any form. */
const WALLET_KEY = 'wallet_address';
const HASHED = '_hashed';

/**
 * Addresses of any family that we know: hex of 20 bytes, bare or behind `0x` or Tron's `41`, and
 * Tron's base58. A transaction's hash is longer and no address.
 */
const ADDRESS =
  /(?<![0-9A-Za-z])(?:(?:0[xX])?(?:41)?[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})(?![0-9A-Za-z])/g;

/**
 * The properties as they are kept: no wallet stays readable in them. A value that is an address
 * becomes its SHA-256 under a name for hashes; one within a longer text or a list is replaced
 * where it stands.
 */
export function withoutAddresses(properties: UserEventProperties): UserEventProperties {
  const kept = Object.entries(properties).map(([key, value]) => {
    const name = hidden(key);
    if (typeof value === 'string' && (key === WALLET_KEY || isAddress(value))) {
      return [name.endsWith(HASHED) ? name : `${name}${HASHED}`, hashOf(value)] as const;
    }
    return [name, hiddenIn(value)] as const;
  });
  return Object.fromEntries(kept);
}

function hiddenIn(value: UserEventProperties[string]): UserEventProperties[string] {
  if (typeof value === 'string') return hidden(value);
  return typeof value === 'object' && value !== null ? value.map(hidden) : value;
}

/** Half of a surrogate pair is no character, and not every receiver reads one. */
function hidden(text: string): string {
  return text.toWellFormed().replaceAll(ADDRESS, hashOf);
}

function isAddress(text: string): boolean {
  return text.replace(ADDRESS, '') === '' && text !== '';
}

/** The case of hex has no meaning; in base58 another case is another address. */
function hashOf(address: string): string {
  const isHex = /^(0x)?[0-9a-f]+$/i.test(address);
  return hash('sha256', isHex ? address.toLowerCase() : address, 'hex');
}
